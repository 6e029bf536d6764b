/** What came of a try, and how many times slower the processor was than it was to be while it ran (1 is as it was to be). */
export type Try<Result> = { result: Result; slowness: number }

/** Does each of some works `tries` times, in turns, and keeps of each the `kept` results of the tries whose processor was most as it was to be. */
export async function steadiest<Result>(
  works: (() => Promise<Try<Result>>)[],
  { tries, kept }: { tries: number; kept: number },
): Promise<Result[][]> {
  const taken = works.map((): Try<Result>[] => [])
  for (let round = 0; round < tries; round++) {
    for (const [index, work] of works.entries()) taken[index]?.push(await work())
  }
  const offness = ({ slowness }: Try<Result>) => Math.abs(Math.log(slowness))
  return taken.map((each) =>
    each
      .sort((one, other) => offness(one) - offness(other))
      .slice(0, kept)
      .map(({ result }) => result),
  )
}
