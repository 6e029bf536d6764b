/** One figure, what it should be, and what else is known about it. */
export type Measurement = {
  what: string
  measured: number
  /** Of the runs of which `measured` is the best. */
  median?: number
  unit: string
  /** Left out for a figure that is only told. */
  target?: { atMost: number } | { atLeast: number }
}

export type Benchmark = {
  name: string
  run(): Promise<Measurement[]>
}

export function isReached({ measured, target }: Measurement): boolean {
  if (!target) return true
  return 'atMost' in target ? measured <= target.atMost : measured >= target.atLeast
}

/** The value that so many percent of the others are not above; 50 is the median. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)

export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; elapsedMs: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, elapsedMs: performance.now() - startedAt }
}
