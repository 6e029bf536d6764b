import type { FailedJob, Jobs } from '@verso/protocol/operations/jobs'
import { sql } from 'kysely'
import { sendIntentsBells } from '../custody/intents/bells.ts'
import { countOf } from '../db/count-rows.ts'
import type { Db } from '../db/client.ts'
import { deliverEventsBell } from '../events/bell.ts'
import { deliverMessagesBell } from '../messages/bell.ts'
import { isGivenUp } from '../messages/retry-message.ts'

const SHOWN = 100

/** Failed jobs after their last try, and messages that no provider accepted; each counted as far as a list says. */
export async function countFailed(db: Db): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    select ${countOf(sql`select from pgboss.job where state = 'failed'`)}
      + ${countOf(sql`select from messages where ${isGivenUp}`)} as failed`.execute(db)
  return rows[0]?.failed ?? 0
}

/** A process of an older version may still fill queues by these names. */
const BELLS = [deliverEventsBell, deliverMessagesBell, ...Object.values(sendIntentsBells)].map(({ name }) => name)

/** By name, the queues and what bells ring for. */
export async function listQueues(db: Db): Promise<Jobs['queues']> {
  const { rows } = await sql<Jobs['queues'][number]>`
    select q.name,
      count(j.id) filter (where j.state in ('created', 'retry')) as waiting,
      count(j.id) filter (where j.state = 'active') as active,
      count(j.id) filter (where j.state = 'failed') as failed
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
    where not starts_with(q.name, '__pgboss__') and not q.name = any(${BELLS}) group by q.name
    union all select ${deliverEventsBell.name}, count(*), 0, 0 from event_deliveries
    union all select ${deliverMessagesBell.name}, count(*), 0, 0 from messages where status = 'WAITING'
    union all select bell, count(i.id) filter (where i.status = 'WAITING'), count(i.id) filter (where i.status = 'SENT'), 0
      from unnest(${Object.keys(sendIntentsBells)}::text[], ${Object.values(sendIntentsBells).map(({ name }) => name)}::text[]) as sender (chain, bell)
      left join chain_intents i on i.chain = sender.chain and i.status in ('WAITING', 'SENT') group by bell
    order by name`.execute(db)
  return rows
}

type FailedRow = Omit<FailedJob, 'failed_at'> & { failed_at: Date }

/** The newest that failed. */
export async function listFailed(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<FailedRow>`
    select id::text, 'job' as kind, name, coalesce(output->>'message', output::text) as error, retry_count + 1 as attempts,
      coalesce(completed_on, created_on) as failed_at
    from pgboss.job where state = 'failed'
    union all
    select id::text, 'message', coalesce(subject, channel), error, attempts, created_at from messages where ${isGivenUp}
    order by failed_at desc limit ${SHOWN}`.execute(db)
  return rows.map((row) => ({ ...row, failed_at: row.failed_at.toISOString() }))
}
