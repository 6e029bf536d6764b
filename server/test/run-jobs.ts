import type { CustodyContext } from '../src/custody/outcomes.ts'
import { runJob } from '../src/jobs/jobs.ts'
import { bindHandlers, SWEEPS } from '../src/worker.ts'
import { followChains } from './follow-chains.ts'

const MAX_ROUNDS = 200

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
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const sweep of SWEEPS) await attempt(() => sweep.run(ctx))
    let done = 0
    for (const handler of bindHandlers(ctx)) {
      const { name } = handler.job
      const jobs = await ctx.jobs.boss.fetch(name, { batchSize: 20 })
      for (const job of jobs) {
        await attempt(() => runJob(ctx, handler, job)).finally(() => ctx.jobs.boss.complete(name, job.id))
        done++
      }
    }
    let hasFollowed = false
    await attempt(async () => {
      hasFollowed = await followChains(ctx)
    })
    if (done === 0 && !hasFollowed) return errors
  }
  throw new Error('jobs keep coming: the work never ends')
}
