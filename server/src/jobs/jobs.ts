import { sql } from 'kysely'
import { asExecutor, type Db, type Tx } from '../db/client.ts'
import type { DirectConnection } from '../db/direct/direct-connection.ts'
import { LONG_STATEMENT_TIMEOUT_MS, poolOptions } from '../db/open-pool.ts'
import { type ConstructorOptions, type Job as QueuedJob, PgBoss, type Queue, type WorkOptions } from 'pg-boss'
import { LOCK_TIMEOUT_MS, MAX_PATIENCE_MS, retryLocked } from '../db/retry-locked.ts'
import type { Logger } from '../logger.ts'
import { jobMeasure, timed } from '../measures.ts'
import { carryTrace, traceJob } from '../trace.ts'
import type { Job } from './define-job.ts'
import { PermanentJobError } from '../errors/job-errors.ts'
import { bareError, messageOf } from '../errors/without-url-secrets.ts'

/** A job and what a worker does when it comes. */
export type JobHandler = { job: Job<unknown>; handle(payload: unknown): Promise<void> }

/** Binds a declared job to its handler; the payload is parsed before the handler sees it. */
export const handlerOf = <P>(job: Job<P>, handle: (payload: P) => Promise<void>): JobHandler => ({
  job,
  handle: async (payload) => handle(job.payload.parse(payload)),
})

/** A killed worker's job is back after its heartbeat is missed, about ten seconds (`wake-jobs.ts`). */
const QUEUE: Omit<Queue, 'name'> = {
  notify: true,
  retryLimit: 12,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  heartbeatSeconds: 10,
  expireInSeconds: 300,
  // One that failed must be seen; what is done goes by `delete-done-jobs`.
  deleteAfterSeconds: 30 * 24 * 3_600,
}
/** Jobs are told of; what no worker has heard of is found by `wake-jobs.ts`. */
const WORK: WorkOptions = { pollingIntervalSeconds: 120 }
/** PostgreSQL's channel on which the queue tells the name of a queue that got a job, as pg-boss derives it from the schema `pgboss`. */
export const JOBS_CHANNEL = 'pgboss_454650302e472074f72063fd'
/** Its clean-up looks through all jobs of a queue in one statement. */
const STATEMENT_TIMEOUT_MS = 20_000
const GRANTS = [
  'usage on schema pgboss',
  'select, insert, update, delete on all tables in schema pgboss',
  'usage on all sequences in schema pgboss',
  'execute on all functions in schema pgboss',
]

/** Creates the job tables and the queues, as the database's owner; `appRole` gets the rights to use them. */
export function migrateJobs(
  ownerUrl: string,
  jobs: readonly Job<unknown>[],
  options: { appRole?: string },
): Promise<void> {
  const deadlineMs = performance.now() + MAX_PATIENCE_MS
  return retryLocked(deadlineMs, 'of the job queue', async () => {
    const limits = { max: 2, statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS, lockTimeoutMs: LOCK_TIMEOUT_MS }
    const boss = new PgBoss({ ...poolOptions(ownerUrl, limits), supervise: false, schedule: false })
    // An error fails the call that it happens in; without a listener it would end the process.
    boss.on('error', () => undefined)
    try {
      await prepareQueues(boss, jobs, options)
    } finally {
      await boss.stop({ graceful: false }).catch(() => undefined)
    }
  })
}

async function prepareQueues(
  boss: PgBoss,
  jobs: readonly Job<unknown>[],
  options: { appRole?: string },
): Promise<void> {
  await boss.start()
  for (const { name } of jobs) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, QUEUE)
    else await boss.createQueue(name, QUEUE)
  }
  // The rows that `wake-jobs.ts` looks through every two seconds.
  const active = `create index if not exists job_common_active on pgboss.job_common (name) where state = 'active'`
  await boss.getDb().executeSql(active)
  if (options.appRole) {
    const role = `"${options.appRole.replaceAll('"', '""')}"`
    for (const what of GRANTS) {
      await boss.getDb().executeSql(`grant ${what} to ${role}`)
    }
  }
}

/** Of a process's pool for jobs. */
export const JOB_CONNECTIONS = { worker: 6, other: 2 }

export type Jobs = ReturnType<typeof createJobs>

/**
 * Each takes one job after the other until there is none: by itself one would wait for its next poll after each of a backlog. News wakes
 * one that has none, which wakes the next where it finds a job: what all of them ask for one job takes longer than the job.
 * @returns how to wake them
 */
async function startWorkers(
  boss: PgBoss,
  { name, concurrency }: Job<unknown>,
  run: (job: QueuedJob<object>) => Promise<void>,
): Promise<() => void> {
  /** The worker that was woken last comes last. */
  const ids: string[] = []
  const busy = new Set<string>()
  const wakeNext = () => {
    const index = ids.findIndex((id) => !busy.has(id))
    const [next] = index < 0 ? [] : ids.splice(index, 1)
    if (next === undefined) return
    ids.push(next)
    boss.notifyWorker(next)
  }
  for (let started = 0; started < concurrency; started++) {
    let id = ''
    id = await boss.work<object>(name, WORK, async ([job]) => {
      busy.add(id)
      wakeNext()
      try {
        if (job) await run(job)
      } finally {
        busy.delete(id)
        boss.notifyWorker(id)
      }
    })
    ids.push(id)
  }
  return wakeNext
}

type Options = { isWorker: boolean; isPooled?: boolean; direct: DirectConnection }

/** The queue as the application uses it: enqueue inside a transaction; a worker process also calls `work`. */
export function createJobs(url: string, log: Logger, options: Options) {
  const max = options.isWorker ? JOB_CONNECTIONS.worker : JOB_CONNECTIONS.other
  const limits = { max, statementTimeoutMs: STATEMENT_TIMEOUT_MS, isPooled: options.isPooled }
  const settings: ConstructorOptions = {
    ...poolOptions(url, limits),
    migrate: false,
    createSchema: false,
    // The leader has it done (`supervise-jobs`), and listens by the process's own connection.
    supervise: false,
    useListenNotify: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  }
  const boss = new PgBoss(settings)
  boss.on('error', (error) => log.warn({ error: error.message }, 'the job queue had an error'))
  /** How this process began to work on a queue, and how its workers there are woken. */
  const starts = new Map<string, () => Promise<unknown>>()
  const wakes = new Map<string, () => void>()
  const hear = (queue: string | undefined): void => {
    // Without a name: the connection was away, and so may have been the news of any.
    for (const [name, wake] of wakes) if (queue === undefined || queue === name) wake()
  }
  return {
    boss,
    start: async () => void (await boss.start()),
    stop: async () => boss.stop({ graceful: true, timeout: 10_000 }),
    /** Adds a job that exists if and only if `tx` commits. */
    enqueue: async <P>(tx: Tx, job: Job<P>, payload: P) => {
      await boss.send(job.name, { ...(payload as object), ...carryTrace() }, { db: asExecutor(tx) })
    },
    /** Deletes what is past its time, and counts what waits: for one process of all. */
    supervise: () => boss.supervise(),
    work: async (services: { db: Db; log: Logger }, handlers: readonly JobHandler[]) => {
      for (const handler of handlers) {
        const { name } = handler.job
        const run = (job: QueuedJob<object>) => runJob(services, handler, job).catch(throwBare)
        const start = async () => wakes.set(name, await startWorkers(boss, handler.job, run))
        starts.set(name, start)
        await start()
      }
      options.direct.listen(JOBS_CHANNEL, hear)
    },
    /** Leaves the jobs of a queue to other processes, or waiting, while `work` runs. */
    without: async <T>(job: Pick<Job<unknown>, 'name'>, work: () => Promise<T>): Promise<T> => {
      await boss.offWork(job.name)
      try {
        return await work()
      } finally {
        await starts.get(job.name)?.()
      }
    },
  }
}

/** The queue stores a failed job's error with all its fields. */
function throwBare(error: unknown): never {
  throw bareError(error)
}

/** Runs one job that came from the queue. A failure is logged and thrown again, so that the queue sees it. */
export async function runJob(
  { db, log }: { db: Db; log: Logger },
  { job: { name }, handle }: JobHandler,
  job: Pick<QueuedJob<unknown>, 'id' | 'data'>,
): Promise<void> {
  try {
    await traceJob(name, job.data, () => timed(jobMeasure, { name }, () => handle(job.data)))
  } catch (error) {
    const details = { task: name, job_id: job.id, error: messageOf(error) }
    if (error instanceof PermanentJobError) {
      log.error(details, 'a job failed for good')
      // Without tries left the queue ends it as failed, and the operator sees it.
      await sql`update pgboss.job set retry_limit = retry_count where name = ${name} and id = ${job.id}`.execute(db)
    } else log.warn(details, 'a job failed and is tried again')
    throw error
  }
}
