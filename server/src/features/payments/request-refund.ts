import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { refundPaymentTask } from './refund-payment.task.ts'
import { updatePayment } from './payment-row.ts'

/** A provider without refunds leaves a person to pay back by hand. */
export const NO_REFUNDS = 'The provider makes no refunds: pay the buyer back by hand, then settle this case.'

/** Money that must go back: one refund per payment, written with its cause and carried out by a job. */
export async function requestRefund(
  ctx: Context,
  tx: Tx,
  { paymentId, amountCents, reason }: { paymentId: string; amountCents: number; reason: string },
): Promise<void> {
  const now = ctx.clock.now()
  const { canRefund } = ctx.payments
  const refund = await tx
    .insertInto('refunds')
    .values({
      id: ctx.random.id(),
      payment_id: paymentId,
      amount_cents: amountCents,
      reason,
      status: canRefund ? 'WAITING' : 'NEEDS_REVIEW',
      due_at: canRefund ? now : null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  await updatePayment(ctx, tx, paymentId, {
    status: 'REFUND_DUE',
    due_at: null,
    review_reason: canRefund ? null : NO_REFUNDS,
  })
  if (refund && canRefund) await ctx.jobs.enqueue(tx, refundPaymentTask, { refundId: refund.id })
}
