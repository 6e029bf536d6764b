import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { JOBS_CHANNEL } from './jobs.ts'

/**
 * Gives the jobs of killed workers to others, as soon as their heartbeat is missed, and rings for every queue with a job that is due: one
 * that is tried again, or whose bell no worker heard. Jobs without a try left are ended by `supervise-jobs`.
 */
export async function wakeJobs(db: Db): Promise<void> {
  await sql`
    with lost as (
      update pgboss.job set state = 'retry', start_after = now()
      where state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < now() and retry_count < retry_limit
      returning name
    ), waiting as (
      select name from pgboss.job where state < 'active' and start_after <= now() and not blocked
    )
    select pg_notify(${JOBS_CHANNEL}, name) from (select name from lost union select name from waiting) as queues`.execute(
    db,
  )
}
