import { sql } from 'kysely'
import type { CustodyContext } from '../src/custody/outcomes.ts'
import { checkOperatorFundsSweep } from '../src/custody/chains/operator-funds.ts'
import { purgeExpired } from '../src/identity/sessions/purge-expired.ts'
import { runJob } from '../src/jobs/jobs.ts'
import { compareWithProviderSweep } from '../src/payments/settlement/compare-with-provider.ts'
import { bindHandlers, SWEEPS } from '../src/worker.ts'
import { followChains } from './follow-chains.ts'

const MAX_ROUNDS = 200
/** These look after what there is (books, keys, old rows): once, when nothing else is left to do. */
const SELDOM_MS = 15_000
const OFTEN = SWEEPS.filter(({ everyMs }) => everyMs < SELDOM_MS)
const SELDOM = SWEEPS.filter(({ everyMs }) => everyMs >= SELDOM_MS)
/** The dear ones, half the cost of a quiet call: when their time has come, as a worker runs them. */
const BY_CLOCK: ReadonlySet<string> = new Set([
  purgeExpired.name,
  checkOperatorFundsSweep.name,
  compareWithProviderSweep.name,
])
/** By the test's clock, when each of them last ran on a context's database. */
const lastRunMs = new WeakMap<object, Map<string, number>>()

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
    for (const each of sweeps)
      await attempt(async () => {
        while ((await each.run(ctx)) === 'a part');
      })
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await sweep(OFTEN)
    let done = await runWaiting(ctx, attempt)
    await attempt(async () => {
      if (await followChains(ctx)) done++
    })
    if (done > 0) continue
    await sweep(takeDue(ctx))
    if ((await runWaiting(ctx, attempt)) === 0) return errors
  }
  throw new Error('jobs keep coming: the work never ends')
}

function takeDue({ db, clock }: CustodyContext): typeof SWEEPS {
  const lastRuns = lastRunMs.get(db) ?? new Map<string, number>()
  lastRunMs.set(db, lastRuns)
  const nowMs = clock.now().getTime()
  const due = SELDOM.filter(
    ({ name, everyMs }) => !BY_CLOCK.has(name) || nowMs - (lastRuns.get(name) ?? -Infinity) >= everyMs,
  )
  for (const { name } of due) lastRuns.set(name, nowMs)
  return due
}

/** @returns how many jobs there were, and bells that have rung since the last time */
async function runWaiting(ctx: CustodyContext, attempt: (work: () => Promise<void>) => Promise<void>): Promise<number> {
  let done = (await hasRung(ctx)) ? 1 : 0
  let waiting = await findWaiting(ctx)
  for (const handler of bindHandlers(ctx)) {
    const { name } = handler.job
    if (!waiting.has(name)) continue
    const jobs = await ctx.jobs.boss.fetch(name, { batchSize: 20 })
    for (const job of jobs) {
      await attempt(() => runJob(ctx, handler, job)).finally(() => ctx.jobs.boss.complete(name, job.id))
      done++
    }
    // Jobs that it has enqueued for the queues that follow are done in the same round.
    waiting = await findWaiting(ctx)
  }
  return done
}

/** Asked at once: to fetch from every queue costs more than all else of a round in which nothing waits. */
async function findWaiting({ db }: CustodyContext): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from pgboss.job where state < 'active' and start_after <= now()`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** By a context's database: how many rows that bells ring for there were. */
const lastWritten = new WeakMap<object, string>()

/** The sweeps of the next round find what bells have rung for. */
async function hasRung({ db }: CustodyContext): Promise<boolean> {
  const { rows } = await sql<{ written: string }>`
    select concat((select count(*) from events), ' ', (select count(*) from chain_intents)) as written`.execute(db)
  const written = rows[0]?.written ?? ''
  if (lastWritten.get(db) === written) return false
  lastWritten.set(db, written)
  return true
}
