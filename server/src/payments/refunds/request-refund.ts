import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { canRefund, NO_REFUNDS } from '../records/can-refund.ts'
import { refundPaymentJob } from './jobs.ts'
import { updatePayment } from '../records/payment-row.ts'

/** Money that must go back: one refund per payment, written with its cause and carried out by a job. */
export async function requestRefund(
  ctx: Context,
  tx: Tx,
  { paymentId, amountCents, reason }: { paymentId: string; amountCents: number; reason: string },
): Promise<void> {
  const now = ctx.clock.now()
  const payment = await tx
    .selectFrom('payments')
    .select('provider')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const isByProvider = canRefund(ctx, payment)
  const refund = await tx
    .insertInto('refunds')
    .values({
      id: ctx.random.id(),
      payment_id: paymentId,
      amount_cents: amountCents,
      reason,
      status: isByProvider ? 'WAITING' : 'NEEDS_REVIEW',
      due_at: isByProvider ? now : null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  await updatePayment(ctx, tx, paymentId, {
    status: 'REFUND_DUE',
    due_at: null,
    review_reason: isByProvider ? null : NO_REFUNDS,
  })
  if (refund && isByProvider) await ctx.jobs.enqueue(tx, refundPaymentJob, { refundId: refund.id })
}
