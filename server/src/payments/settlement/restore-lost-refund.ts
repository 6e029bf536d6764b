import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ProviderPayment } from '../../gateways/payments/provider.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { getBalances } from '../../ledger/queries.ts'
import { UNDELIVERED } from '../records/capture-money.ts'
import { getPaymentRow, type PaymentRow } from '../records/payment-row.ts'
import { finishRefund } from '../refunds/finish-refund.ts'

/**
 * A refund of a top-up, whole or in part, that we had asked for and that the books lost with a restored backup: it is booked
 * as it was made. What the member has spent of it since is the platform's loss.
 */
export async function restoreLostRefund(
  ctx: Context,
  tx: Tx,
  { known: before, observed }: { known: PaymentRow; observed: ProviderPayment },
): Promise<PaymentRow> {
  const { id: paymentId } = before
  const made = observed.refunds?.find(({ state, refundId }) => state === 'done' && z.uuid().safeParse(refundId).success)
  if (!made?.refundId) return before
  const payment = await getPaymentRow(tx, paymentId)
  if (payment.kind !== 'TOPUP' || payment.status !== 'SUCCESS') return payment
  const known = tx.selectFrom('refunds').select('id').where('payment_id', '=', paymentId)
  if (await known.executeTakeFirst()) return payment
  const { user_id: userId } = payment
  const { refundId, amountCents, providerRef } = made
  const { creditCents } = await getBalances(tx, userId)
  const fromCreditCents = Math.min(creditCents, amountCents)
  await postTransfer(ctx, tx, {
    kind: 'TOPUP_TAKEN_BACK',
    cause: { type: 'payment', id: paymentId },
    entries: [
      { account: { kind: 'CREDIT', userId }, amountCents: -fromCreditCents },
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: fromCreditCents - amountCents },
      { account: UNDELIVERED, amountCents },
    ],
  })
  const now = ctx.clock.now()
  await tx
    .insertInto('refunds')
    .values({
      id: refundId,
      payment_id: paymentId,
      amount_cents: amountCents,
      reason: 'Your top-up was paid back.',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await finishRefund(ctx, tx, { paymentId, providerRef })
  ctx.log.error({ payment_id: paymentId, amount_cents: amountCents }, 'a refund that the books had lost was found')
  return getPaymentRow(tx, paymentId)
}
