import { formatCents } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { canRefund, NO_REFUNDS } from '../records/can-refund.ts'
import { getCapturedCents, UNDELIVERED } from '../records/capture-money.ts'
import { type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { countReopenedRefunds, finishRefund } from '../refunds/finish-refund.ts'
import { getBookedCents } from './book-chargeback.ts'
import { refundPaymentJob } from '../refunds/jobs.ts'
import { requestRefund } from '../refunds/request-refund.ts'

/** The reference of a refund that the bank has made, in place of the provider's. */
export const CHARGED_BACK = 'charged back'

const SPENT_PART = 'spent part of payment'
const OPEN =
  'The buyer’s bank has taken back money that was not delivered: enter how the dispute ended. Won, it is refunded.'

/**
 * It was to be refunded anyway, and the bank was faster: there is no loss. A review case stays open until the dispute ends, because
 * the money of one that is won is owed to the buyer again.
 */
export async function returnUndelivered(
  ctx: Context,
  tx: Tx,
  {
    payment: { id: paymentId },
    takenCents,
    isDecided,
  }: { payment: PaymentRow; takenCents: number; isDecided: boolean },
): Promise<void> {
  const amountCents = await getCapturedCents(tx, paymentId)
  await requestRefund(ctx, tx, { paymentId, amountCents, reason: 'Your bank has returned the money to you.' })
  await finishRefund(ctx, tx, { paymentId, providerRef: CHARGED_BACK })
  const refund = await tx
    .selectFrom('refunds')
    .select('amount_cents')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const restCents = refund.amount_cents - takenCents
  if (restCents < 0) await bookSpentPart(ctx, tx, { paymentId, spentCents: -restCents })
  if (isDecided && restCents <= 0) return
  const reason = restCents > 0 ? OPEN + lackOf(restCents) : OPEN
  ctx.log.error({ payment_id: paymentId, reason }, 'a payment needs a person')
  await updatePayment(ctx, tx, paymentId, { review_reason: reason })
}

/** Of a dispute over a part: one refund is made at most, so a person pays the rest where the bank keeps its part. */
const lackOf = (restCents: number): string =>
  ` The bank has left ${formatCents(restCents)} USD here: lost, pay them back to the buyer by hand first.`

/** Of a top-up only what was left was to go back; the bank has taken all of it, and the platform bears the rest. */
async function bookSpentPart(
  ctx: Context,
  tx: Tx,
  { paymentId, spentCents }: { paymentId: string; spentCents: number },
): Promise<void> {
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK',
    // Of its own: the whole chargeback may have been booked before, and undone, while the refund still counted.
    cause: { type: SPENT_PART, id: paymentId },
    entries: [
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: -spentCents },
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: spentCents },
    ],
  })
}

/**
 * The provider has what the books say a bank had returned: its dispute was no more than an inquiry, or has ended since. A person says how, as
 * of one that is open.
 */
export async function askAboutReturned(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.status !== 'REFUNDED' || payment.review_reason !== null) return
  const returned = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'DONE')
    .where('provider_ref', '=', CHARGED_BACK)
    .executeTakeFirst()
  if (!returned) return
  ctx.log.error({ payment_id: payment.id, reason: OPEN }, 'a payment needs a person')
  await updatePayment(ctx, tx, payment.id, { review_reason: OPEN })
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
  const spentCents = await getBookedCents(tx, { type: SPENT_PART, id: payment.id })
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK_WON',
    cause: { type: `refund:${await countReopenedRefunds(tx, refund.id)}`, id: refund.id },
    entries: [
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: -refund.amount_cents - spentCents },
      { account: UNDELIVERED, amountCents: refund.amount_cents },
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: spentCents },
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
