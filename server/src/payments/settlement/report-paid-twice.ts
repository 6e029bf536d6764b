import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ProviderPayment } from '../../gateways/payments/provider.ts'
import { findPayment, recordNeedsReview } from '../records/payment-row.ts'
import { PAID_AGAIN } from '../records/queries.ts'

/**
 * A second success under one of our payments is money that must go back: each opens a review case, once. It has a row
 * of its own, because the payment goes on: it is delivered, refunded or disputed while the case is open.
 */
export async function reportPaidTwice(ctx: Context, tx: Tx, observed: ProviderPayment): Promise<void> {
  const { paymentId, providerRef, alsoPaidAs = [] } = observed
  const payment = alsoPaidAs.length > 0 && (await findPayment(tx, paymentId))
  if (!payment) return
  const news = await tx
    .insertInto('payment_events')
    .values(
      alsoPaidAs.map((ref) => ({
        id: ctx.random.id(),
        provider: payment.provider,
        event_id: ref,
        payment_id: paymentId,
        type: PAID_AGAIN,
        body: JSON.stringify(observed),
        needs_person: true,
        received_at: ctx.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .execute()
  if (news.length === 0) return
  await recordNeedsReview(ctx, tx, payment)
  const also = news.map((event) => event.event_id)
  ctx.log.error({ payment_id: paymentId, provider_ref: providerRef, also }, 'a payment was made more than once')
}

/** Resolves every second success of this payment. */
export async function settlePaidTwice(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .updateTable('payment_events')
    .set({ needs_person: false })
    .where('payment_id', '=', paymentId)
    .where('type', '=', PAID_AGAIN)
    .where('needs_person', '=', true)
    .execute()
}
