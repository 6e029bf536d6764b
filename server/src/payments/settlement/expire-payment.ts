import { RESERVATION_MAX_MS } from '@verso/protocol/limits'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { closePayment } from '../records/close-payment.ts'
import { nextPollAt } from '../records/poll-schedule.ts'
import { findPayment, isLive, lockPayment, type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { reportFormerProvider } from './report-former-provider.ts'
import { settlePayment } from './settle-payment.ts'

const EXTENSION_MS = 5 * 60_000

export const hasExpired = (ctx: Context, payment: PaymentRow): boolean =>
  isLive(payment.status) && payment.expires_at !== null && payment.expires_at <= ctx.clock.now()

/**
 * The reservation has ended: it is extended while the provider is busy (to at most 60 minutes), else the session is closed
 * at the provider first, and the payment expires here.
 */
export async function expirePayment(ctx: Context, payment: PaymentRow): Promise<void> {
  const isAtWork = payment.status === 'PENDING' || payment.status === 'REQUIRES_ACTION'
  if (isAtWork && ctx.clock.now() < lastMoment(payment)) return extend(ctx, payment.id)
  if (payment.session !== null && payment.provider === ctx.payments.name) {
    await ctx.payments.cancelSession(payment.id, payment.provider_ref)
    ctx.failpoints.reach('expire-payment.after-provider')
    // Looked up once more: it may have been paid at this moment.
    await settlePayment(ctx, payment.id)
  }
  await giveUp(ctx, payment.id)
}

const lastMoment = (payment: PaymentRow): Date => after(payment.created_at, RESERVATION_MAX_MS)

/** An unreachable provider must not block a listing for ever; money it reports later counts as late. */
export async function expireUnreachable(ctx: Context, paymentId: string): Promise<void> {
  const payment = await findPayment(ctx.db, paymentId)
  if (payment && hasExpired(ctx, payment) && ctx.clock.now() >= lastMoment(payment)) await giveUp(ctx, paymentId)
}

const giveUp = (ctx: Context, paymentId: string): Promise<void> =>
  inTransaction(ctx.db, async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked || !hasExpired(ctx, locked.payment)) return
    await closePayment(ctx, tx, locked, { status: 'EXPIRED' })
    reportFormerProvider(ctx, locked.payment)
  })

const extend = (ctx: Context, paymentId: string): Promise<void> =>
  inTransaction(ctx.db, async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked || !hasExpired(ctx, locked.payment)) return
    const wanted = after(ctx.clock.now(), EXTENSION_MS)
    const last = lastMoment(locked.payment)
    const expires_at = wanted < last ? wanted : last
    const extended = await updatePayment(ctx, tx, paymentId, { expires_at })
    await updatePayment(ctx, tx, paymentId, { due_at: nextPollAt(ctx, extended) })
  })
