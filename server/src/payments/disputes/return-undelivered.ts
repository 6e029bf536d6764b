import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { canRefund, NO_REFUNDS } from '../records/can-refund.ts'
import { getCapturedCents, UNDELIVERED } from '../records/capture-money.ts'
import { type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { countReopenedRefunds, finishRefund } from '../refunds/finish-refund.ts'
import { refundPaymentJob } from '../refunds/jobs.ts'
import { requestRefund } from '../refunds/request-refund.ts'

/** The reference of a refund that the bank has made, in place of the provider's. */
export const CHARGED_BACK = 'charged back'

const OPEN =
  'The buyer’s bank has taken back money that was not delivered: enter how the dispute ended. Won, it is refunded.'

/**
 * It was to be refunded anyway, and the bank was faster: there is no loss. A review case stays open until the dispute ends, because
 * the money of one that is won is owed to the buyer again.
 */
export async function returnUndelivered(
  ctx: Context,
  tx: Tx,
  { payment: { id: paymentId }, isDecided }: { payment: PaymentRow; isDecided: boolean },
): Promise<void> {
  const amountCents = await getCapturedCents(tx, paymentId)
  await requestRefund(ctx, tx, { paymentId, amountCents, reason: 'Your bank has returned the money to you.' })
  await finishRefund(ctx, tx, { paymentId, providerRef: CHARGED_BACK })
  await bookSpentPart(ctx, tx, { paymentId, amountCents })
  if (isDecided) return
  ctx.log.error({ payment_id: paymentId, reason: OPEN }, 'a payment needs a person')
  await updatePayment(ctx, tx, paymentId, { review_reason: OPEN })
}

/** Of a top-up only what was left was to go back; the bank has taken all of it, and the platform bears the rest. */
async function bookSpentPart(
  ctx: Context,
  tx: Tx,
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
): Promise<void> {
  const refund = await tx
    .selectFrom('refunds')
    .select('amount_cents')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const spentCents = amountCents - refund.amount_cents
  if (spentCents <= 0) return
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK',
    // Of its own: the whole chargeback may have been booked before, and undone, while the refund still counted.
    cause: { type: 'spent part of payment', id: paymentId },
    entries: [
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: -spentCents },
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: spentCents },
    ],
  })
}

/**
 * The dispute was won: what the bank had returned is here, and is refunded.
 * @returns false when it was no chargeback that had counted as the refund
 */
export async function refundReturned(ctx: Context, tx: Tx, payment: PaymentRow): Promise<boolean> {
  const isByProvider = canRefund(ctx, payment)
  const now = ctx.clock.now()
  const refund = await tx
    .updateTable('refunds')
    .set((eb) => ({
      status: isByProvider ? 'WAITING' : 'NEEDS_REVIEW',
      reason: 'Your bank gave the money back to us: it is yours, and we return it.',
      provider_ref: null,
      due_at: isByProvider ? now : null,
      attempts: 0,
      pending_since: null,
      key_attempt: eb('key_attempt', '+', 1),
      updated_at: now,
    }))
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'DONE')
    .where('provider_ref', '=', CHARGED_BACK)
    .returning(['id', 'amount_cents'])
    .executeTakeFirst()
  if (!refund) return false
  const takenCents = await getCapturedCents(tx, payment.id)
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK_WON',
    cause: { type: `refund:${await countReopenedRefunds(tx, refund.id)}`, id: refund.id },
    entries: [
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: -takenCents },
      { account: UNDELIVERED, amountCents: refund.amount_cents },
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: takenCents - refund.amount_cents },
    ],
  })
  await updatePayment(ctx, tx, payment.id, {
    status: 'REFUND_DUE',
    refunded_at: null,
    review_reason: isByProvider ? null : NO_REFUNDS,
  })
  if (isByProvider) await ctx.jobs.enqueue(tx, refundPaymentJob, { refundId: refund.id })
  return true
}
