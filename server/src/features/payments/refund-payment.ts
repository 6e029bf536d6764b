import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { askedAt, canRefund } from './can-refund.ts'
import { finishRefund } from './finish-refund.ts'
import { updatePayment } from './payment-row.ts'
import { messageOf } from '../../without-url-secrets.ts'

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 3_600_000
const MAX_ATTEMPTS = 12
const MAX_ERROR_LENGTH = 500

/** Pays one refund back at the provider, under the refund's id: done twice, it pays once. */
export async function refundPayment(ctx: Context, refundId: string): Promise<void> {
  const refund = await ctx.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.id',
      'refunds.payment_id',
      'refunds.amount_cents',
      'refunds.attempts',
      'payments.provider',
      'payments.provider_ref',
    ])
    .where('refunds.id', '=', refundId)
    .where('refunds.status', '=', 'WAITING')
    .executeTakeFirst()
  if (!refund) return
  const attempt = { id: refund.id, paymentId: refund.payment_id, attempts: refund.attempts + 1 }
  if (!canRefund(ctx, refund)) return giveUp(ctx, attempt, askedAt(refund.provider))
  try {
    const { payment_id: paymentId, amount_cents: amountCents, provider_ref: providerRef } = refund
    const outcome = await ctx.payments.refund({ refundId, paymentId, amountCents, providerRef: providerRef ?? '' })
    ctx.failpoints.reach('refund.after-provider')
    if (outcome.state === 'failed') return await giveUp(ctx, attempt, failure('The provider refused the refund.'))
    if (outcome.state === 'pending') return await tryLater(ctx, attempt, 'The refund is on its way.')
    await inTransaction(ctx.db, (tx) => finishRefund(ctx, tx, { paymentId, providerRef: outcome.providerRef }))
  } catch (error) {
    const message = messageOf(error).slice(0, MAX_ERROR_LENGTH)
    if (attempt.attempts >= MAX_ATTEMPTS) return giveUp(ctx, attempt, failure(message))
    await tryLater(ctx, attempt, message)
    throw error
  }
}

const failure = (error: string): string => `The refund failed: ${error}`

type Attempt = { id: string; paymentId: string; attempts: number }

async function tryLater(ctx: Context, { id, attempts }: Attempt, error: string): Promise<void> {
  const waitMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('refunds')
    .set({ attempts, error, due_at: after(now, waitMs), updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .execute()
}

/** A refund that does not work is a case for a person, who sees why. */
async function giveUp(ctx: Context, { id, paymentId, attempts }: Attempt, reason: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const refund = await tx
      .updateTable('refunds')
      .set({ status: 'NEEDS_REVIEW', attempts, error: reason, due_at: null, updated_at: ctx.clock.now() })
      .where('id', '=', id)
      .where('status', '=', 'WAITING')
      .returning('id')
      .executeTakeFirst()
    if (refund) await updatePayment(ctx, tx, paymentId, { review_reason: reason })
  })
  ctx.log.error({ payment_id: paymentId, reason }, 'a refund needs a person')
}
