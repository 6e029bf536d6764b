import type { CustodyContext } from '../src/custody/outcomes.ts'
import { runJob } from '../src/jobs/jobs.ts'
import { bindHandlers, SWEEPS } from '../src/worker.ts'
import { followChains } from './follow-chains.ts'

const MAX_ROUNDS = 200
/** These look after what there is (books, keys, old rows): once, when nothing else is left to do. */
const SELDOM_MS = 15_000
const OFTEN = SWEEPS.filter(({ everyMs }) => everyMs < SELDOM_MS)
const SELDOM = SWEEPS.filter(({ everyMs }) => everyMs >= SELDOM_MS)

/**
 * Does all work that waits: sweeps, then jobs, then blocks, until nothing is left. A job that fails is not tried again by the queue:
 * the sweeps must find its row when it is due.
 * @returns the errors of failed jobs and sweeps, for tests that cause them; others pass `failOnError`
 */
export async function runJobs(ctx: CustodyContext, options: { failOnError?: boolean } = {}): Promise<Error[]> {
  const errors: Error[] = []
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (options.failOnError ?? true) throw error
      errors.push(error as Error)
    }
  }
  const sweep = async (sweeps: typeof SWEEPS) => {
    for (const each of sweeps) await attempt(() => each.run(ctx))
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await sweep(OFTEN)
    let done = await runWaiting(ctx, attempt)
    await attempt(async () => {
      if (await followChains(ctx)) done++
    })
    if (done > 0) continue
    await sweep(SELDOM)
    if ((await runWaiting(ctx, attempt)) === 0) return errors
  }
  throw new Error('jobs keep coming: the work never ends')
}

/** @returns how many jobs there were */
async function runWaiting(ctx: CustodyContext, attempt: (work: () => Promise<void>) => Promise<void>): Promise<number> {
  let done = 0
  for (const handler of bindHandlers(ctx)) {
    const { name } = handler.job
    const jobs = await ctx.jobs.boss.fetch(name, { batchSize: 20 })
    for (const job of jobs) {
      await attempt(() => runJob(ctx, handler, job)).finally(() => ctx.jobs.boss.complete(name, job.id))
      done++
    }
  }
  return done
}
