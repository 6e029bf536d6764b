import { sql } from 'kysely'
import { after } from '../clock.ts'
import type { Context } from '../context.ts'
import type { MessagesTable } from '../db/types.gen.ts'
import { STALE } from '../messages/deliver-message.ts'
import type { Problem } from './problem.ts'

/** A wrong number, or a mistyped address, is refused by itself: so many different ones in a row are no chance. */
const FEWEST_RECIPIENTS = 3
/** A server that takes a mail at the second or third try does so on purpose. */
const PATIENCE_MS = 5 * 60_000
/** Messages that were refused earlier say nothing about now. */
const LOOKED_BACK_MS = 24 * 3_600_000
const NAMES = { email: 'mail', sms: 'SMS' } as const

type Row = { channel: MessagesTable['channel']; count: number; reason: string }

/** Channels by which the provider takes nothing: it failed for several recipients in a row, and took nothing that was written after them. */
export async function findUntakenMessages(ctx: Context): Promise<Problem[]> {
  const now = ctx.clock.now()
  // An SMS that was taken, and not delivered later, has its `sent_at`. What ended untried says nothing of the provider.
  const { rows } = await sql<Row>`
    with failing as (
      select channel, recipient, error, created_at from messages
      where status = 'FAILED' and sent_at is null and error <> ${STALE} and created_at > ${after(now, -LOOKED_BACK_MS)}
      union all
      select channel, recipient, error, created_at from messages
      where status = 'WAITING' and error is not null and created_at <= ${after(now, -PATIENCE_MS)}
    ), recipients as (
      select channel, count(*) as count, max(created_at) as failed_at, (array_agg(error order by created_at desc))[1] as error
      from failing group by channel, recipient
    ), channels as (
      select channel, sum(count)::int as count, (array_agg(error order by failed_at desc))[1] as reason,
        (array_agg(failed_at order by failed_at desc))[${FEWEST_RECIPIENTS}::int] as since
      from recipients group by channel having count(*) >= ${FEWEST_RECIPIENTS}
    )
    select channel, count, reason from channels
    where not exists (
      select from messages as taken
      where taken.channel = channels.channel and taken.sent_at is not null and taken.created_at > channels.since
    )`.execute(ctx.db)
  return rows.map(({ channel, count, reason }) => ({
    key: `messages ${channel}`,
    part: 'jobs',
    chain: null,
    summary: `No ${NAMES[channel]} is taken by its provider`,
    detail: `${count} not sent, the last one: ${reason}`,
  }))
}
