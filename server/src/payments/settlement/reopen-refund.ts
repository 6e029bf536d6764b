import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ProviderPayment } from '../../gateways/payments/provider.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { undoChargeback } from '../disputes/apply-chargeback.ts'
import { UNDELIVERED } from '../records/capture-money.ts'
import { countReopenedRefunds } from '../refunds/finish-refund.ts'
import { recordEvent } from '../../events/record-event.ts'
import { payment as paymentSubject, user } from '../../events/subjects.ts'
import { getPaymentRow, type LockedPayment, type PaymentRow, updatePayment } from '../records/payment-row.ts'

/**
 * A refund may fail days after it had succeeded: the bank sends the money back to the provider. Then it is owed again, and
 * a person decides how it reaches the buyer. A refund that has failed never succeeds later, so an old look-up is as true
 * as a new one.
 */
export async function reopenFailedRefund(
  ctx: Context,
  tx: Tx,
  { payment, observed }: LockedPayment & { observed: ProviderPayment },
): Promise<PaymentRow> {
  const failedRefs = (observed.refunds ?? []).filter(({ state }) => state === 'failed').map((one) => one.providerRef)
  if (payment.status !== 'REFUNDED' || failedRefs.length === 0) return payment
  const refund = await tx
    .updateTable('refunds')
    .set((eb) => ({
      status: 'NEEDS_REVIEW',
      error: FAILED_LATER,
      attempts: 0,
      pending_since: null,
      key_attempt: eb('key_attempt', '+', 1),
      updated_at: ctx.clock.now(),
    }))
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'DONE')
    .where('provider_ref', '=', sql<string>`any(${failedRefs}::text[])`)
    .returning(['id', 'amount_cents', 'provider_ref'])
    .executeTakeFirst()
  if (!refund) return payment
  const { id, amount_cents: amountCents } = refund
  const round = await countReopenedRefunds(tx, id)
  await postTransfer(ctx, tx, {
    kind: 'REFUND_FAILED',
    cause: { type: `refund:${round}`, id },
    entries: [
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: -amountCents },
      { account: UNDELIVERED, amountCents },
    ],
  })
  // The bank has taken it back besides: then that was the refund, for as long as the dispute is not won.
  if (payment.review_reason !== null) {
    await undoChargeback(ctx, tx, payment)
    return getPaymentRow(tx, payment.id)
  }
  await recordEvent(ctx, tx, {
    type: 'order.refund_failed',
    subjects: [paymentSubject(payment.id), user(payment.user_id)],
    data: {
      payment_id: payment.id,
      refund_id: id,
      user_id: payment.user_id,
      kind: payment.kind,
      amount_cents: amountCents,
    },
  })
  const reason = `${FAILED_LATER} (${refund.provider_ref})`
  ctx.log.error({ payment_id: payment.id, reason }, 'a refund needs a person')
  return updatePayment(ctx, tx, payment.id, { status: 'REFUND_DUE', refunded_at: null, review_reason: reason })
}

const FAILED_LATER = 'The refund failed after the provider had reported it as made: the buyer has not got the money.'

/** The provider's refunds have all failed: the money is there again. */
export const haveRefundsFailed = ({ refunds = [] }: ProviderPayment): boolean =>
  refunds.length > 0 && refunds.every(({ state }) => state === 'failed')
