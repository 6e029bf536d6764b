import { sql } from 'kysely'
import { after, type Clock } from '../clock.ts'
import { deleteInSteps } from './delete-in-steps.ts'
import type { Db } from '../db/client.ts'
import type { Job } from './define-job.ts'

const KEPT_MS = 3_600_000
/** A failed job is shown to the operator for as long, and can be tried again. */
const FAILED_KEPT_MS = 30 * 24 * KEPT_MS

/**
 * Done jobs are not looked at again. The queue would delete them by itself, all that are due in one statement; in steps none is
 * left for that. Jobs that a process of an older version puts into a queue that is gone are done by no worker, and go too.
 */
export async function deleteDoneJobs(
  db: Db,
  clock: Clock,
  queues: readonly Pick<Job<unknown>, 'name'>[],
): Promise<void> {
  const jobs = { table: 'pgboss.job', key: ['name', 'id'] }
  const before = (keptMs: number) => after(clock.now(), -keptMs)
  await deleteInSteps(db, { ...jobs, where: sql`state = 'completed' and completed_on < ${before(KEPT_MS)}` })
  await deleteInSteps(db, {
    ...jobs,
    where: sql`not name = any(${queues.map(({ name }) => name)}) and not starts_with(name, '__pgboss__')`,
  })
  await deleteInSteps(db, {
    ...jobs,
    where: sql`state in ('failed', 'cancelled') and completed_on < ${before(FAILED_KEPT_MS)}`,
  })
}
