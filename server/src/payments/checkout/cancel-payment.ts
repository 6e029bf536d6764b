import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { closePayment } from '../records/close-payment.ts'
import { findPayment, isLive, lockPayment } from '../records/payment-row.ts'
import { reportFormerProvider } from '../settlement/report-former-provider.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { cancelSessionJob } from './jobs.ts'

/** Closes the session at the provider; late money is then refunded. */
export async function cancelSession(ctx: Context, paymentId: string): Promise<void> {
  const payment = await findPayment(ctx.db, paymentId)
  if (!payment) return
  if (payment.provider !== ctx.payments.name) return reportFormerProvider(ctx, payment)
  await ctx.payments.cancelSession(paymentId, payment.provider_ref)
  await settlePayment(ctx, paymentId)
}

/** The payment is looked up first, so that a cancel does not refund money that has arrived. */
export const lookBeforeCancel = (ctx: Context, paymentId: string): Promise<void> =>
  settlePayment(ctx, paymentId).catch((error: Error) =>
    ctx.log.warn({ payment_id: paymentId, error: error.message }, 'a payment was cancelled without a look-up'),
  )

/**
 * The buyer's own cancel; after it, money is always refunded.
 * @throws AppError conflict when the payment has ended otherwise
 */
export async function cancelPayment(ctx: Context, tx: Tx, paymentId: string): Promise<void> {
  const locked = await lockPayment(tx, paymentId)
  if (!locked || locked.payment.status === 'CANCELED') return
  if (!isLive(locked.payment.status)) throw conflict('This payment can no longer be cancelled')
  await closePayment(ctx, tx, locked, { status: 'CANCELED', set: { canceled_by_buyer_at: ctx.clock.now() } })
  await ctx.jobs.enqueue(tx, cancelSessionJob, { paymentId })
}
