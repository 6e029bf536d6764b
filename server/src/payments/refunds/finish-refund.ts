import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { UNDELIVERED } from '../records/capture-money.ts'
import { recordEvent } from '../../events/record-event.ts'
import { payment as paymentSubject, user } from '../../events/subjects.ts'
import { updatePayment } from '../records/payment-row.ts'

/**
 * The money is back with the buyer, by the provider or by hand.
 * @returns false when there is no open refund of this payment
 */
export async function finishRefund(
  ctx: Context,
  tx: Tx,
  { paymentId, providerRef }: { paymentId: string; providerRef: string },
): Promise<boolean> {
  const now = ctx.clock.now()
  const refund = await tx
    .updateTable('refunds')
    .set({ status: 'DONE', provider_ref: providerRef, due_at: null, error: null, updated_at: now })
    .where('payment_id', '=', paymentId)
    .where('status', '<>', 'DONE')
    .returning(['id', 'amount_cents', 'reason'])
    .executeTakeFirst()
  if (!refund) return false
  const payment = await updatePayment(ctx, tx, paymentId, {
    status: 'REFUNDED',
    refunded_at: now,
    due_at: null,
    review_reason: null,
    freezes_earnings: false,
  })
  const round = await countReopenedRefunds(tx, refund.id)
  await postTransfer(ctx, tx, {
    kind: payment.kind === 'TOPUP' ? 'TOPUP_REFUNDED' : 'PURCHASE_REFUNDED',
    // One that was owed again after it had been made is made once more, under a cause of its own.
    cause: { type: round === 0 ? 'refund' : `refund:${round}`, id: refund.id },
    entries: [
      { account: UNDELIVERED, amountCents: -refund.amount_cents },
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: refund.amount_cents },
    ],
  })
  const { user_id, kind } = payment
  await recordEvent(ctx, tx, {
    type: 'order.refunded',
    subjects: [paymentSubject(paymentId), user(user_id)],
    data: {
      payment_id: paymentId,
      refund_id: refund.id,
      user_id,
      kind,
      amount_cents: refund.amount_cents,
      reason: refund.reason,
    },
  })
  return true
}

/** How often this refund was made and then owed again: it failed, or a bank that had made it gave the money back. */
export async function countReopenedRefunds(tx: Tx, refundId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('ledger_transfers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', 'in', ['REFUND_FAILED', 'CHARGEBACK_WON'])
    .where('cause_id', '=', refundId)
    .executeTakeFirstOrThrow()
  return count
}
