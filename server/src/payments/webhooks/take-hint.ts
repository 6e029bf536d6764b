import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import type { ProviderEvent } from '../../gateways/payments/provider.ts'
import { AppError } from '../../http/app-error.ts'
import { networkOf } from '../../http/network-of.ts'
import { takePoint } from '../../identity/throttling/throttle.ts'
import { findPaymentId, insertEvent } from './payment-events.ts'

const MINUTE_MS = 60_000
/** All hints about one payment within this time cause one look-up. */
const HINT_INTERVAL_MS = 10_000

/**
 * An unsigned webhook: any sender may send one, so it only makes the payment due, at most once in ten seconds, and leaves a
 * row only when it does. What one network sends beyond its share is dropped with the same answer: a provider that were
 * refused would send no more at all, and the reconciler looks by itself.
 */
export async function takeHint(
  ctx: Context,
  { event, rawBody, address }: { event: ProviderEvent; rawBody: Buffer; address: string },
): Promise<void> {
  if (!(await isWithinShare(ctx, address))) return
  const provider = ctx.payments.name
  await inTransaction(ctx.db, async (tx) => {
    const paymentId = await findPaymentId(tx, provider, event)
    if (!paymentId) return
    const now = ctx.clock.now()
    const due = (at: Date) => sql<Date>`least(coalesce(due_at, ${at}), ${at})`
    const isFirst = await tx
      .updateTable('payments')
      .set({ hinted_at: now, due_at: due(now) })
      .where('id', '=', paymentId)
      .where((eb) => eb.or([eb('hinted_at', 'is', null), eb('hinted_at', '<=', after(now, -HINT_INTERVAL_MS))]))
      .returning('id')
      .executeTakeFirst()
    if (isFirst) return void (await insertEvent(ctx, tx, { provider, event, paymentId, rawBody }))
    // One more look-up at the end of the interval: this hint may be newer than the first look-up.
    const again = sql<Date>`hinted_at + ${HINT_INTERVAL_MS} * interval '1 millisecond'`
    await tx
      .updateTable('payments')
      .set({ due_at: sql<Date>`least(coalesce(due_at, ${again}), ${again})` })
      .where('id', '=', paymentId)
      .execute()
  })
}

async function isWithinShare(ctx: Context, address: string): Promise<boolean> {
  const limit = ctx.config.limits.paymentHintsPerMinutePerNetwork
  const throttle = { name: 'payment-hints', subject: networkOf(address), limit, windowMs: MINUTE_MS }
  try {
    await takePoint(ctx, ctx.db, throttle)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}
