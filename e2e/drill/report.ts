type Figure = { what: string; measured: number; unit: string; atMost?: number; atLeast?: number }

const figures: Figure[] = []

/** Says how long a step took; one that fails ends the drill. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now()
  const result = await work()
  console.log(`  ✓ ${what} (${((performance.now() - startedMs) / 1_000).toFixed(1)} s)`)
  return result
}

export function measure(figure: Figure): void {
  figures.push(figure)
  console.log(describe(figure))
}

/** A figure that is missed fails the drill, once everything was tried. */
export function report(): void {
  const missed = figures.filter((figure) => !isReached(figure))
  if (missed.length > 0) process.exitCode = 1
  if (process.exitCode) console.log(`\nThe drill failed.${missed.map((figure) => `\n${describe(figure)}`).join('')}`)
  else console.log('\nThe drill went well.')
}

const isReached = ({ measured, atMost = Infinity, atLeast = -Infinity }: Figure) =>
  measured <= atMost && measured >= atLeast

function describe(figure: Figure): string {
  const { what, measured, unit, atMost, atLeast } = figure
  const target = atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : undefined
  return `  ${isReached(figure) ? '✓' : '✗'} ${what}: ${Math.round(measured)} ${unit}${target ? ` (${target})` : ''}`
}
