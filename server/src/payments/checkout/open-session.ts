import { z } from 'zod'
import { inTransaction } from '../../db/client.ts'
import type { Context } from '../../context.ts'
import { type PaymentSession, ProviderUnavailable } from '../../gateways/payments/provider.ts'
import { AppError, conflict } from '../../http/app-error.ts'
import { nextPollAt } from '../records/poll-schedule.ts'
import { metadataOf } from '../records/payment-metadata.ts'
import { findPayment, isLive, type PaymentRow } from '../records/payment-row.ts'

const storedSession = z.object({ url: z.string().nullable(), options: z.record(z.string(), z.unknown()) })
type Embedded = z.output<typeof storedSession>

/**
 * Opens the session that the browser embeds. The provider is asked once; the idempotency key changes only after a failure,
 * so a repeat after a crash gets the same session.
 * @throws AppError conflict when the payment takes no money any more
 */
export async function openSession(ctx: Context, payment: PaymentRow): Promise<Embedded> {
  const stored = storedSession.safeParse(payment.session)
  if (payment.provider !== ctx.payments.name && isLive(payment.status)) throw conflict(FORMER_PROVIDER)
  if (!isOpen(ctx, payment)) throw conflict('This payment is closed')
  if (stored.success) return stored.data
  const session = await createSession(ctx, payment).catch((error: unknown) => renewKey(ctx, payment, error))
  ctx.failpoints.reach('open-session.after-provider')
  return storeSession(ctx, payment.id, session)
}

/** The provider would repeat this failure to the same key for a day; the next attempt asks under another one. */
async function renewKey(ctx: Context, { id, session_attempt }: PaymentRow, error: unknown): Promise<never> {
  if (error instanceof ProviderUnavailable && error.isAnswered) {
    await ctx.db
      .updateTable('payments')
      .set({ session_attempt: session_attempt + 1 })
      .where('id', '=', id)
      .where('session_attempt', '=', session_attempt)
      .execute()
  }
  throw error
}

/** The provider was changed meanwhile: what is paid at another one than the payment names would never be looked up. */
const FORMER_PROVIDER =
  'This payment cannot be made any more, because the way to pay has changed. Cancel it and begin again.'

const isOpen = (ctx: Context, payment: PaymentRow): boolean =>
  isLive(payment.status) && (payment.expires_at === null || payment.expires_at > ctx.clock.now())

export const createSession = async (ctx: Context, payment: PaymentRow): Promise<PaymentSession> =>
  ctx.payments.createSession({
    paymentId: payment.id,
    attempt: payment.session_attempt,
    amountCents: payment.amount_cents,
    currency: 'USD',
    purpose: await purposeOf(ctx, payment),
    commodity: payment.commodity,
    receiver: payment.receiver,
    expiresAt: payment.expires_at ?? ctx.clock.now(),
    metadata: await metadataOf(ctx, payment),
  })

async function purposeOf(ctx: Context, payment: PaymentRow): Promise<string> {
  if (!payment.nft_id) return 'Transaction credits'
  const nft = await ctx.db.selectFrom('nfts').select('name').where('id', '=', payment.nft_id).executeTakeFirst()
  return nft?.name ?? 'NFT'
}

/** @returns what is stored: another request may have been faster */
async function storeSession(ctx: Context, paymentId: string, session: PaymentSession): Promise<Embedded> {
  return inTransaction(ctx.db, async (tx) => {
    const payment = await tx
      .updateTable('payments')
      .set((eb) => ({
        session: JSON.stringify({ url: session.url, options: session.options }),
        provider_ref: eb.fn.coalesce('provider_ref', eb.val(session.providerRef)),
        lookups: 0,
        updated_at: ctx.clock.now(),
      }))
      .where('id', '=', paymentId)
      .where('session', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (payment)
      await tx
        .updateTable('payments')
        .set({ due_at: nextPollAt(ctx, payment) })
        .where('id', '=', paymentId)
        .execute()
    const stored = await tx.selectFrom('payments').select('session').where('id', '=', paymentId).executeTakeFirst()
    return storedSession.parse(stored?.session)
  })
}

/** @throws AppError unavailable instead of the provider's own failure */
export async function openSessionOrExplain(ctx: Context, paymentId: string): Promise<Embedded> {
  const payment = await findPayment(ctx.db, paymentId)
  if (!payment) throw conflict('This payment is closed')
  try {
    return await openSession(ctx, payment)
  } catch (error) {
    if (error instanceof AppError) throw error
    ctx.log.warn({ payment_id: paymentId, error: (error as Error).message }, 'the payment provider gave no session')
    const userMessage = 'The payment provider does not answer. Try again in a moment.'
    throw new AppError('unavailable', { userMessage, retryAfterMs: 5_000 })
  }
}
