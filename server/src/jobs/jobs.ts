import { sql } from 'kysely'
import { type ConstructorOptions, type Job, PgBoss, type Queue, type WorkOptions } from 'pg-boss'
import type { Context } from '../context.ts'
import { asExecutor, type Tx } from '../db/client.ts'
import { LONG_STATEMENT_TIMEOUT_MS, poolOptions } from '../db/open-pool.ts'
import { LOCK_TIMEOUT_MS, MAX_PATIENCE_MS, retryLocked } from '../db/retry-locked.ts'
import type { Logger } from '../logger.ts'
import { PermanentJobError, type Task } from './task.ts'
import { bareError, messageOf } from '../without-url-secrets.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tasks of every payload live in one list
export type AnyTask = Task<any>

/** A killed worker's job is back after its heartbeat is missed, about ten seconds. */
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
const WORK: WorkOptions = {
  batchSize: 1,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 10,
}
/** Its clean-up looks through all jobs of a queue in one statement. */
const STATEMENT_TIMEOUT_MS = 20_000
const GRANTS = [
  'usage on schema pgboss',
  'select, insert, update, delete on all tables in schema pgboss',
  'usage on all sequences in schema pgboss',
  'execute on all functions in schema pgboss',
]

/** Creates the job tables and the queues, as the database's owner; `appRole` gets the rights to use them. */
export function migrateJobs(ownerUrl: string, tasks: readonly AnyTask[], options: { appRole?: string }): Promise<void> {
  const deadlineMs = performance.now() + MAX_PATIENCE_MS
  return retryLocked(deadlineMs, 'of the job queue', async () => {
    const limits = { max: 2, statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS, lockTimeoutMs: LOCK_TIMEOUT_MS }
    const boss = new PgBoss({ ...poolOptions(ownerUrl, limits), supervise: false, schedule: false })
    // What goes wrong fails the call that it goes wrong in; without a listener it would end the process.
    boss.on('error', () => undefined)
    try {
      await prepareQueues(boss, tasks, options)
    } finally {
      await boss.stop({ graceful: false }).catch(() => undefined)
    }
  })
}

async function prepareQueues(boss: PgBoss, tasks: readonly AnyTask[], options: { appRole?: string }): Promise<void> {
  await boss.start()
  for (const task of tasks) {
    if (await boss.getQueue(task.name)) await boss.updateQueue(task.name, QUEUE)
    else await boss.createQueue(task.name, QUEUE)
  }
  if (options.appRole) {
    const role = `"${options.appRole.replaceAll('"', '""')}"`
    for (const what of GRANTS) {
      await boss.getDb().executeSql(`grant ${what} to ${role}`)
    }
  }
}

export type Jobs = ReturnType<typeof createJobs>

/** The queue as the application uses it: enqueue inside a transaction; a worker process also calls `work`. */
export function createJobs(url: string, log: Logger, options: { isWorker: boolean }) {
  const settings: ConstructorOptions = {
    ...poolOptions(url, { max: options.isWorker ? 6 : 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
    migrate: false,
    createSchema: false,
    supervise: options.isWorker,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: options.isWorker,
  }
  const boss = new PgBoss(settings)
  boss.on('error', (error) => log.warn({ error: error.message }, 'the job queue had an error'))
  return {
    boss,
    start: async () => void (await boss.start()),
    stop: async () => boss.stop({ graceful: true, timeout: 10_000 }),
    /** Adds a job that exists if and only if `tx` commits. */
    enqueue: async <P>(tx: Tx, task: Task<P>, payload: P) => {
      await boss.send(task.name, payload as object, { db: asExecutor(tx) })
    },
    work: async (ctx: Context, tasks: readonly AnyTask[]) => {
      for (const task of tasks) {
        const workOptions = { ...WORK, localConcurrency: task.concurrency }
        await boss.work<object>(task.name, workOptions, async ([job]) => {
          if (job) await runJob(ctx, task, job).catch(throwBare)
        })
      }
    },
  }
}

/** The queue stores a failed job's error with all its fields. */
function throwBare(error: unknown): never {
  throw bareError(error)
}

export async function runJob(ctx: Context, task: AnyTask, job: Pick<Job<unknown>, 'id' | 'data'>): Promise<void> {
  try {
    await task.run(ctx, task.payload.parse(job.data))
  } catch (error) {
    const details = { task: task.name, job_id: job.id, error: messageOf(error) }
    if (error instanceof PermanentJobError) {
      ctx.log.error(details, 'a job failed for good')
      // Without tries left the queue ends it as failed, and the operator sees it.
      await sql`update pgboss.job set retry_limit = retry_count where name = ${task.name} and id = ${job.id}`.execute(
        ctx.db,
      )
    } else ctx.log.warn(details, 'a job failed and is tried again')
    throw error
  }
}
