import { RESERVATION_MAX_MS } from '@verso/protocol/limits'
import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { isLive, type PaymentRow, recordNeedsReview, updatePayment } from './payment-row.ts'

/** One row for each payment, which remembers since when; `settled` once a person has seen to it. */
export const UNKNOWN_STATE = 'state.unknown'
const SETTLED = 'state.unknown.settled'

const FIRST_WAIT_MS = 30_000
const LAST_WAIT_MS = 12 * 3_600_000
/** An unknown status that stays for so long becomes a review case. */
const CASE_AFTER_MS = 15 * 60_000

type Seen = { payment: PaymentRow; status: string }

/**
 * The provider reports an unknown status. It moves nothing, the look-ups become rarer, and a review case names it. A reservation ends at its time, and money after it counts as late.
 */
export async function waitForKnownState(ctx: Context, tx: Tx, { payment, status }: Seen): Promise<void> {
  const now = ctx.clock.now()
  const { received_at: since } = await tx
    .insertInto('payment_events')
    .values({
      id: ctx.random.id(),
      provider: payment.provider,
      event_id: `unknown:${payment.id}`,
      payment_id: payment.id,
      type: UNKNOWN_STATE,
      body: JSON.stringify({ status }),
      received_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'event_id']).doUpdateSet({ body: sql`excluded.body`.$castTo<string>() }),
    )
    .returning('received_at')
    .executeTakeFirstOrThrow()
  const ageMs = now.getTime() - since.getTime()
  if (ageMs >= CASE_AFTER_MS) await openReviewCase(ctx, tx, { payment, status })
  const nextAt = after(now, Math.min(LAST_WAIT_MS, Math.max(FIRST_WAIT_MS, ageMs)))
  const ends = endsOf(payment).filter((end) => end > now && end < nextAt)
  const dueAt = ends.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? nextAt
  await updatePayment(ctx, tx, payment.id, { due_at: dueAt, lookups: payment.lookups + 1 })
}

/** When its reservation ends, and when it ends at the latest. */
const endsOf = ({ status, expires_at, created_at }: PaymentRow): Date[] =>
  isLive(status) && expires_at ? [expires_at, after(created_at, RESERVATION_MAX_MS)] : []

async function openReviewCase(ctx: Context, tx: Tx, { payment, status }: Seen): Promise<void> {
  const opened = await tx
    .updateTable('payment_events')
    .set({ needs_person: true })
    .where('payment_id', '=', payment.id)
    .where('type', '=', UNKNOWN_STATE)
    .where('needs_person', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!opened) return
  await recordNeedsReview(ctx, tx, payment)
  ctx.log.error({ payment_id: payment.id, status }, 'a payment has a status that is not known here')
}

/** It has a status again that we know, so the case closes by itself. */
export async function forgetUnknownState(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .deleteFrom('payment_events')
    .where('payment_id', '=', paymentId)
    .where('type', 'in', [UNKNOWN_STATE, SETTLED])
    .where('event_id', '=', `unknown:${paymentId}`)
    .execute()
}

/** A person has looked at the provider. */
export async function settleUnknownState(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .updateTable('payment_events')
    .set({ needs_person: false, type: SETTLED })
    .where('payment_id', '=', paymentId)
    .where('type', '=', UNKNOWN_STATE)
    .where('needs_person', '=', true)
    .execute()
}
