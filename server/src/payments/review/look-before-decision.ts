import type { Context } from '../../context.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'
import { AppError, conflict } from '../../http/app-error.ts'
import { findPayment } from '../records/payment-row.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

/**
 * Before a dispute is decided the payment is looked up: one decision is about all that the bank has taken, and the operator who takes it has to have seen that.
 * @throws AppError conflict when the case has become another one, unavailable when the provider does not answer
 */
export async function lookBeforeDecision(ctx: Context, paymentId: string): Promise<void> {
  const before = await findPayment(ctx.db, paymentId)
  await settlePayment(ctx, paymentId).catch((error: unknown) => {
    ctx.log.warn(
      { payment_id: paymentId, error: messageOf(error) },
      'a payment could not be looked up before a decision',
    )
    const userMessage = 'The provider does not answer, and may know more about this payment. Try again in a minute.'
    throw new AppError('unavailable', { userMessage, retryAfterMs: 60_000 })
  })
  const after = await findPayment(ctx.db, paymentId)
  if (before?.review_reason !== after?.review_reason)
    throw conflict('The provider has told more about this payment just now. Read the case again, then decide.')
}
