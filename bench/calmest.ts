import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How long Node takes to start on all cores at once, in milliseconds. Where others share the machine, that changes by the minute. */
async function timeFixedWork(): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: availableParallelism() }, () => run(process.execPath, ['--eval', '0'])))
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
      const before = await timeFixedWork()
      const result = await work()
      taken[index]?.push({ result, disturbance: Math.max(before, await timeFixedWork()) })
    }
  }
  return taken.map((each) =>
    each
      .sort((one, other) => one.disturbance - other.disturbance)
      .slice(0, kept)
      .map(({ result }) => result),
  )
}
