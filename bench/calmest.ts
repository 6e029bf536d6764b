/** What came of a try, and how fast the processor was meanwhile: the lower of its indices before and after. */
export type Try<Result> = { result: Result; index: number }

/** Does each of some works `tries` times, in turns, and keeps of each the `kept` results of the tries in which others disturbed the processor least. */
export async function calmest<Result>(
  works: (() => Promise<Try<Result>>)[],
  { tries, kept }: { tries: number; kept: number },
): Promise<Result[][]> {
  const taken = works.map((): Try<Result>[] => [])
  for (let round = 0; round < tries; round++) {
    for (const [position, work] of works.entries()) taken[position]?.push(await work())
  }
  return taken.map((each) =>
    each
      .sort((one, other) => other.index - one.index)
      .slice(0, kept)
      .map(({ result }) => result),
  )
}
