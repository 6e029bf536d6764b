const TEXT = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: `Work ${index}` })))
const TIMES = 10

/** How long a fixed piece of work takes this machine, in milliseconds. Where it is shared with others, that changes by the minute. */
function timeFixedWork(): number {
  const startedAt = performance.now()
  for (let time = 0; time < TIMES; time++) JSON.parse(TEXT)
  return performance.now() - startedAt
}

/**
 * Does each of some works `tries` times, in turns, and keeps of each the `kept` results at which the machine was least disturbed.
 * That is told by a fixed piece of work before and after, not by the results.
 */
export async function calmest<Result>(
  works: (() => Promise<Result>)[],
  { tries, kept }: { tries: number; kept: number },
): Promise<Result[][]> {
  const taken = works.map((): { result: Result; disturbance: number }[] => [])
  for (let round = 0; round < tries; round++) {
    for (const [index, work] of works.entries()) {
      const before = timeFixedWork()
      const result = await work()
      taken[index]?.push({ result, disturbance: Math.max(before, timeFixedWork()) })
    }
  }
  return taken.map((each) =>
    each
      .sort((one, other) => one.disturbance - other.disturbance)
      .slice(0, kept)
      .map(({ result }) => result),
  )
}
