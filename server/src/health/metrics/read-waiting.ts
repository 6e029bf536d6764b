import { LIVE_PAYMENT_STATUSES } from '@verso/protocol/money/payment-status'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { areGivenUp } from '../../media/variants/make-variants.ts'
import { type Figure, type FigureName, figure } from './figures.ts'

type Row = { name: FigureName; labels: Record<string, string>; value: number }

/** How many rows wait and for how long, in one statement; each part reads a partial index, or a table of waiting rows alone. */
export async function readWaiting(ctx: Context): Promise<Figure[]> {
  const now = ctx.clock.now()
  const { rows } = await sql<Row>`
    with jobs as (
      select name, state::text, count(*) as count,
        min(start_after) filter (where state in ('created', 'retry') and start_after <= ${now}) as oldest
      from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2
    ), events as (
      select consumer, count(*) as count, min(recorded_at) as oldest from event_deliveries group by 1
    ), payments_open as (
      -- Each look at the provider updates a live one.
      select kind, status, count(*) as count,
        min(case when status = any(${LIVE_PAYMENT_STATUSES}) then created_at else updated_at end) as oldest
      from payments
      where due_at is not null or status in ('NEEDS_REVIEW', 'REFUND_DUE', 'DISPUTED') or review_reason is not null
      group by 1, 2
    ), unsent as (
      select channel, status, count(*) as count, min(created_at) as oldest, min(due_at) filter (where attempts = 0) as untried
      from messages where status = 'WAITING' group by 1, 2
      union all
      select channel, status, count(*), null, null from messages where status = 'FAILED' group by 1, 2
    ), intents as (
      select chain, kind, count(*) as count, min(created_at) as oldest from chain_intents
      where status in ('WAITING', 'SENT') group by 1, 2
    ), unprocessed as (
      select count(*) filter (where not ${areGivenUp(now)}) as count, count(*) filter (where ${areGivenUp(now)}) as given_up,
        min(created_at) filter (where not ${areGivenUp(now)}) as oldest
      from files where processed_at is null
    ), found (name, labels, value, oldest) as (
      select 'verso_jobs', jsonb_build_object('queue', name, 'state', state), count, null::timestamptz from jobs
      union all select 'verso_job_oldest_seconds', jsonb_build_object('queue', name), null, min(oldest) from jobs group by name
      union all select 'verso_events_waiting', jsonb_build_object('consumer', consumer), count, null from events
      union all select 'verso_event_oldest_seconds', jsonb_build_object('consumer', consumer), null, oldest from events
      union all select 'verso_payments_open', jsonb_build_object('kind', kind, 'status', status), count, null from payments_open
      union all select 'verso_payment_oldest_seconds', jsonb_build_object('kind', kind, 'status', status), null, oldest
        from payments_open
      union all select 'verso_messages', jsonb_build_object('channel', channel, 'status', status), count, null from unsent
      union all select 'verso_message_oldest_seconds', jsonb_build_object('channel', channel), null, min(oldest)
        from unsent group by channel
      union all select 'verso_message_untried_seconds', jsonb_build_object('channel', channel), null, min(untried)
        from unsent group by channel
      union all select 'verso_intents_open', jsonb_build_object('chain', chain, 'kind', kind), count, null from intents
      union all select 'verso_intent_oldest_seconds', jsonb_build_object('chain', chain), null, min(oldest)
        from intents group by chain
      union all select 'verso_files_unprocessed', '{}', count, null from unprocessed
      union all select 'verso_file_oldest_seconds', '{}', null, oldest from unprocessed
      union all select 'verso_files_given_up', '{}', given_up, null from unprocessed
    )
    select name, labels, coalesce(value, greatest(0, extract(epoch from ${now}::timestamptz - oldest)))::float8 as value
    from found where value is not null or oldest is not null`.execute(ctx.db)
  return rows.map(({ name, labels, value }) => figure(name, value, labels))
}
