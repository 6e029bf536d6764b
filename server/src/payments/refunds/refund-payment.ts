import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { askedAt, canRefund } from '../records/can-refund.ts'
import { ProviderUnavailable } from '../../gateways/payments/provider.ts'
import { finishRefund } from './finish-refund.ts'
import { updatePayment } from '../records/payment-row.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 3_600_000
const MAX_ATTEMPTS = 12
const MAX_ERROR_LENGTH = 500

/** A bank transfer may take ten working days; what takes longer needs a person. */
const PENDING_LIMIT_MS = 14 * 24 * 3_600_000

/** How long one process has a due row for itself; then it is due again for any process. */
export const LEASE_MS = 10_000

/** The wake-up of a new refund, where the sweep has not been faster. */
export async function refundIfDue(ctx: Context, refundId: string): Promise<void> {
  const now = ctx.clock.now()
  const taken = await ctx.db
    .updateTable('refunds')
    .set({ due_at: after(now, LEASE_MS) })
    .where('id', '=', refundId)
    .where('due_at', '<=', now)
    .returning('id')
    .executeTakeFirst()
  if (taken) await refundPayment(ctx, refundId)
}

/**
 * Pays one refund back at the provider, under the refund's id: done twice, it pays once. An attempt that has failed is
 * followed by one under another idempotency key, because the provider repeats its answers. When that is due is in the row.
 */
export async function refundPayment(ctx: Context, refundId: string): Promise<void> {
  const refund = await ctx.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.id',
      'refunds.payment_id',
      'refunds.amount_cents',
      'refunds.attempts',
      'refunds.key_attempt',
      'refunds.pending_since',
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
    const { payment_id: paymentId, amount_cents: amountCents } = refund
    const outcome = await ctx.payments.refund({
      refundId,
      attempt: refund.key_attempt,
      paymentId,
      amountCents,
      providerRef: refund.provider_ref ?? '',
    })
    ctx.failpoints.reach('refund.after-provider')
    if (outcome.state === 'pending') return await waitForBank(ctx, attempt, refund.pending_since)
    if (outcome.state === 'failed') {
      await renewKey(ctx, refund)
      return await giveUp(ctx, attempt, failure('The provider refused the refund.'))
    }
    await inTransaction(ctx.db, (tx) => finishRefund(ctx, tx, { paymentId, providerRef: outcome.providerRef }))
  } catch (error) {
    const message = messageOf(error).slice(0, MAX_ERROR_LENGTH)
    if (error instanceof ProviderUnavailable && error.isAnswered) await renewKey(ctx, refund)
    if (attempt.attempts >= MAX_ATTEMPTS) return giveUp(ctx, attempt, failure(message))
    await tryLater(ctx, attempt, message)
  }
}

const renewKey = (ctx: Context, { id, key_attempt }: { id: string; key_attempt: number }) =>
  ctx.db
    .updateTable('refunds')
    .set({ key_attempt: key_attempt + 1 })
    .where('id', '=', id)
    .where('key_attempt', '=', key_attempt)
    .execute()

const failure = (error: string): string => `The refund failed: ${error}`

type Attempt = { id: string; paymentId: string; attempts: number }

async function tryLater(ctx: Context, { id, attempts }: Attempt, error: string): Promise<void> {
  const waitMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
  const now = ctx.clock.now()
  ctx.log.warn({ refund_id: id, error }, 'a refund failed and is tried again')
  await ctx.db
    .updateTable('refunds')
    .set({ attempts, error, due_at: after(now, waitMs), updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .execute()
}

/** Polled ever more rarely; after two weeks it becomes a review case, and the refund may still come. */
async function waitForBank(ctx: Context, attempt: Attempt, pendingSince: Date | null): Promise<void> {
  const now = ctx.clock.now()
  const since = pendingSince ?? now
  const ageMs = now.getTime() - since.getTime()
  if (ageMs >= PENDING_LIMIT_MS) return giveUp(ctx, attempt, OVERDUE)
  await ctx.db
    .updateTable('refunds')
    .set({
      attempts: 0,
      pending_since: since,
      error: 'The refund is on its way.',
      due_at: after(now, Math.min(LAST_RETRY_MS, Math.max(FIRST_RETRY_MS, ageMs))),
      updated_at: now,
    })
    .where('id', '=', attempt.id)
    .where('status', '=', 'WAITING')
    .execute()
}

const OVERDUE = 'The provider has had the refund on its way for two weeks: ask it what became of it.'

/** A refund that fails becomes a review case with the reason. */
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
