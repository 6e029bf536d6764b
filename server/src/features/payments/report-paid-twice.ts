import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ProviderPayment } from '../../gateways/payments/provider.ts'
import { findPayment, updatePayment } from './payment-row.ts'

/** A second success under one of our payments is somebody's money too: each becomes a case for a person, once. */
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
        type: 'paid.again',
        body: JSON.stringify(observed),
        received_at: ctx.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('id')
    .execute()
  if (news.length === 0) return
  const reason = `Paid more than once: ${[providerRef, ...alsoPaidAs].join(' and ')}. Pay all but the first back by hand, then settle this case.`
  ctx.log.error({ payment_id: paymentId, reason }, 'a payment needs a person')
  await updatePayment(ctx, tx, paymentId, { review_reason: [payment.review_reason, reason].filter(Boolean).join(' ') })
}
