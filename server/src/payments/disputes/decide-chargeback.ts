import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { getBalances } from '../../ledger/queries.ts'
import { undoChargeback } from './apply-chargeback.ts'
import { getBookedCents, getLostPriceCents, paymentCause, reverseChargeback } from './book-chargeback.ts'
import { showAgain } from './frozen-nft.ts'
import { refundReturned } from './return-undelivered.ts'
import { takeFromHold, takeFrozenEarnings } from '../earnings/earnings-holds.ts'
import { isSoldTo, type LockedPayment, type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { requestRefund } from '../refunds/request-refund.ts'

/** The bank's decision on a chargeback, entered by an admin: won, everything continues; lost, the frozen money pays. */
export async function decideChargeback(
  ctx: Context,
  tx: Tx,
  locked: LockedPayment,
  outcome: 'won' | 'lost',
): Promise<void> {
  const { payment } = locked
  if (payment.status === 'REFUNDED' && payment.review_reason !== null) return decideRefunded(ctx, tx, payment, outcome)
  if (payment.status !== 'DISPUTED' || payment.review_reason === null) throw conflict('This payment is not disputed')
  if (!payment.captured_at) throw conflict('This payment never arrived')
  if (payment.kind === 'PURCHASE' && !isSoldTo(locked)) return decideUndelivered(ctx, tx, payment, outcome)
  if (outcome === 'won') return winChargeback(ctx, tx, payment)
  if (payment.kind === 'TOPUP') await takeCreditBack(ctx, tx, payment)
  else if (payment.listing_id) {
    const lossCents = await getLostPriceCents(tx, payment)
    const paidCents = payment.freezes_earnings ? await takeFrozenEarnings(ctx, tx, { payment, lossCents }) : 0
    await takeFrozen(ctx, tx, payment.listing_id, lossCents - paidCents)
  }
  await updatePayment(ctx, tx, payment.id, { review_reason: null, freezes_earnings: false })
}

/**
 * Where the chargeback counted as the refund, the buyer keeps that, or is refunded. Else they have the refund in either case; when the
 * dispute is lost, the bank's second repayment stays a loss.
 */
async function decideRefunded(ctx: Context, tx: Tx, payment: PaymentRow, outcome: 'won' | 'lost'): Promise<void> {
  if (outcome === 'won' && (await refundReturned(ctx, tx, payment))) return
  if (outcome === 'won') await reverseChargeback(ctx, tx, payment, 'CHARGEBACK_WON')
  // As a won one of a sale: the provider may say that it is lost.
  await updatePayment(ctx, tx, payment.id, {
    review_reason: null,
    ...(outcome === 'won' && { due_at: ctx.clock.now() }),
  })
}

/** The sale failed while it was disputed, before such a failure undid the chargeback: the buyer gets the money, in either case. */
async function decideUndelivered(ctx: Context, tx: Tx, payment: PaymentRow, outcome: 'won' | 'lost'): Promise<void> {
  const { id: paymentId, amount_cents: amountCents } = payment
  if (outcome === 'lost') {
    await undoChargeback(ctx, tx, payment, { isDecided: true })
    if (payment.nft_id) await showAgain(ctx, tx, payment.nft_id)
    return
  }
  await winChargeback(ctx, tx, payment)
  await requestRefund(ctx, tx, { paymentId, amountCents, reason: 'The NFT could not be transferred to you.' })
}

/** The frozen earnings of the sale pay for a lost chargeback, as far as nothing else has; the rest is held again. */
export async function takeFrozen(ctx: Context, tx: Tx, listingId: string, lossCents: number): Promise<void> {
  let leftCents = lossCents
  // The seller before the creator.
  const holds = (await unfreeze(ctx, tx, listingId)).sort((a, b) => b.reason.localeCompare(a.reason))
  for (const hold of holds) {
    const cents = Math.min(hold.amount_cents, leftCents)
    if (cents === 0) return
    leftCents -= cents
    await takeFromHold(ctx, tx, hold, cents)
    await postTransfer(ctx, tx, {
      kind: 'CHARGEBACK_LOST',
      cause: { type: 'earnings_hold', id: hold.id },
      entries: [
        { account: { kind: 'EARNINGS_HELD', userId: hold.user_id }, amountCents: -cents },
        { account: { kind: 'PLATFORM_LOSSES' }, amountCents: cents },
      ],
    })
  }
}

/** Takes back the remaining credits; what was spent is the platform's loss. */
async function takeCreditBack(ctx: Context, tx: Tx, { id, user_id: userId }: PaymentRow): Promise<void> {
  const { creditCents } = await getBalances(tx, userId)
  const amountCents = Math.min(creditCents, await getBookedCents(tx, paymentCause(id)))
  if (amountCents === 0) return
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK_LOST',
    cause: { type: 'payment', id },
    entries: [
      { account: { kind: 'CREDIT', userId }, amountCents: -amountCents },
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents },
    ],
  })
}

async function winChargeback(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  await reverseChargeback(ctx, tx, payment, 'CHARGEBACK_WON')
  await updatePayment(ctx, tx, payment.id, {
    status: 'SUCCESS',
    review_reason: null,
    freezes_earnings: false,
    // Looked up once more: the provider may say that one is lost.
    due_at: ctx.clock.now(),
  })
  // A top-up has no sale whose earnings could be frozen.
  if (payment.listing_id) await unfreeze(ctx, tx, payment.listing_id)
  if (payment.nft_id) await showAgain(ctx, tx, payment.nft_id)
}

const unfreeze = (ctx: Context, tx: Tx, listingId: string) =>
  tx
    .updateTable('earnings_holds')
    .set({ status: 'HELD', updated_at: ctx.clock.now() })
    .where('listing_id', '=', listingId)
    .where('status', '=', 'FROZEN')
    .returning(['id', 'user_id', 'amount_cents', 'reason'])
    .execute()
