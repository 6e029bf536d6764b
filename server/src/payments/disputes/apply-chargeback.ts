import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { cancelUnsent, findOpenSale, findOpenWithdrawal } from '../../custody/sending/cancel-unsent.ts'
import { getCapturedCents } from '../records/capture-money.ts'
import { closeOpenListing } from '../../catalogue/listings/close-open-listing.ts'
import { closePayment } from '../records/close-payment.ts'
import { finishRefund } from '../refunds/finish-refund.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { freezeEarnings, returnTakenEarnings } from '../earnings/earnings-holds.ts'
import { type ListingRow, moveListing } from '../../catalogue/listings/move-listing.ts'
import { recordSaleFailed } from '../../catalogue/listings/record-listing.ts'
import { isLive, isSoldTo, type LockedPayment, type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { releaseNetworkFee } from '../records/network-fee.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { bookChargeback, reverseChargeback } from './book-chargeback.ts'

/**
 * Books a chargeback: the platform bears the amount until the dispute is decided, the seller's held earnings are frozen,
 * and the NFT cannot be sold meanwhile.
 */
export async function applyChargeback(ctx: Context, tx: Tx, locked: LockedPayment, reason: string): Promise<void> {
  const { payment, listing } = locked
  if (payment.status === 'DISPUTED') return
  if (payment.status === 'REFUNDED') return disputeRefunded(ctx, tx, payment)
  if (!payment.captured_at) {
    // The money was never booked: nothing was delivered, so nothing is frozen.
    if (isLive(payment.status))
      await closePayment(ctx, tx, locked, { status: 'DISPUTED', set: { review_reason: reason } })
    await updatePayment(ctx, tx, payment.id, { status: 'DISPUTED', review_reason: reason, due_at: null })
    return
  }
  if (payment.status === 'NEEDS_REVIEW' || payment.status === 'REFUND_DUE') {
    if (!(await isWon(tx, payment.id))) await returnUndelivered(ctx, tx, payment)
    return
  }
  if (await isWon(tx, payment.id)) return
  if (isSoldTo(locked) && listing?.status === 'PAID' && (await callOff(ctx, tx, { payment, listing }))) return
  if (!(await bookChargeback(ctx, tx, payment))) return
  ctx.log.error({ payment_id: payment.id, reason }, 'a payment needs a person')
  const disputed = await updatePayment(ctx, tx, payment.id, {
    status: 'DISPUTED',
    review_reason: reason,
    due_at: null,
  })
  if (isSoldTo(locked) && listing?.status === 'SOLD') await freezeSale(ctx, tx, { payment: disputed, listing })
}

type Sale = { payment: PaymentRow; listing: ListingRow }

/**
 * Fails the sale while its transfer was not handed to a node: the seller keeps the NFT, and the bank has refunded the buyer.
 * @returns false when the transfer may be pending
 */
async function callOff(ctx: Context, tx: Tx, { payment, listing }: Sale): Promise<boolean> {
  const reason = 'the buyer’s bank has taken the payment back.'
  const transfer = await findOpenSale(tx, payment.id)
  if (!transfer || !(await cancelUnsent(ctx, tx, transfer, reason))) return false
  await moveListing(ctx, tx, { listingId: listing.id, from: 'PAID', to: 'INACTIVE' })
  await releaseNetworkFee(ctx, tx, payment)
  await returnUndelivered(ctx, tx, payment)
  await recordSaleFailed(ctx, tx, listing, reason)
  return true
}

/** A chargeback of a refunded payment: the loss is booked, and a review case stays open until the dispute ends. */
async function disputeRefunded(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  const refund = await tx
    .selectFrom('refunds')
    .select('provider_ref')
    .where('payment_id', '=', payment.id)
    .executeTakeFirst()
  if (refund?.provider_ref === CHARGED_BACK || (await isWon(tx, payment.id))) return
  if (!(await bookChargeback(ctx, tx, payment))) return
  const reason =
    'The buyer’s bank disputes a payment that was refunded: answer it with the refund, then enter how it ended.'
  ctx.log.error({ payment_id: payment.id, reason }, 'a payment needs a person')
  await updatePayment(ctx, tx, payment.id, { review_reason: reason })
}

/** A dispute that was won stays "disputed" at some providers. The money is here: a later repayment is a refund. */
const isWon = async (tx: Tx, paymentId: string): Promise<boolean> =>
  undefined !==
  (await tx
    .selectFrom('ledger_transfers')
    .select('id')
    .where('kind', '=', 'CHARGEBACK_WON')
    .where('cause_id', '=', paymentId)
    .executeTakeFirst())

/** The reference of a refund that the bank has made, in place of the provider's. */
const CHARGED_BACK = 'charged back'

/** It was to be refunded anyway, and the bank was faster: there is no loss. */
async function returnUndelivered(ctx: Context, tx: Tx, { id: paymentId }: PaymentRow): Promise<void> {
  const amountCents = await getCapturedCents(tx, paymentId)
  await requestRefund(ctx, tx, { paymentId, amountCents, reason: 'Your bank has returned the money to you.' })
  await finishRefund(ctx, tx, { paymentId, providerRef: CHARGED_BACK })
  await bookSpentPart(ctx, tx, { paymentId, amountCents })
}

/** Of a top-up only what was left was to go back; the bank has taken all of it, and the platform bears the rest. */
async function bookSpentPart(
  ctx: Context,
  tx: Tx,
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
): Promise<void> {
  const refund = await tx
    .selectFrom('refunds')
    .select('amount_cents')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const spentCents = amountCents - refund.amount_cents
  if (spentCents <= 0) return
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK',
    // Of its own: the whole chargeback may have been booked before, and undone, while the refund still counted.
    cause: { type: 'spent part of payment', id: paymentId },
    entries: [
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: -spentCents },
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: spentCents },
    ],
  })
}

/**
 * The transfer of a disputed sale has failed: the buyer has the money back, so the chargeback counts as the refund that
 * would be due now, whether it is decided or not.
 */
export async function undoChargeback(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  await reverseChargeback(ctx, tx, payment, 'CHARGEBACK_UNDONE')
  await returnTakenEarnings(ctx, tx, payment)
  await returnUndelivered(ctx, tx, payment)
}

/**
 * The seller's held earnings are frozen. The NFT is taken down while the buyer has it; when it was sold on, its owner
 * keeps it and its page, and the buyer's own earnings are frozen, as they are when it has left or may be on its way.
 */
export async function freezeSale(ctx: Context, tx: Tx, { payment, listing }: Sale): Promise<void> {
  const now = ctx.clock.now()
  await tx
    .updateTable('earnings_holds')
    .set({ status: 'FROZEN', updated_at: now })
    .where('listing_id', '=', listing.id)
    .where('status', '=', 'HELD')
    .execute()
  const nft = await tx
    .selectFrom('nfts')
    .select(['owned_by'])
    .where('id', '=', listing.nft_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const isSoldOn = await wasSoldOn(tx, { payment, listing, ownerId: nft.owned_by })
  if (isSoldOn || nft.owned_by === null || (await isLeaving(ctx, tx, listing.nft_id)))
    await freezeEarnings(ctx, tx, payment)
  if (isSoldOn) return
  await closeOpenListing(ctx, tx, { nftId: listing.nft_id })
  await tx
    .updateTable('nfts')
    .set({ taken_down_at: now, updated_at: now })
    .where('id', '=', listing.nft_id)
    .where('taken_down_at', 'is', null)
    .execute()
}

/** Whether the buyer's withdrawal may be on its way; one that no node has got is called off. */
async function isLeaving(ctx: Context, tx: Tx, nftId: string): Promise<boolean> {
  const withdrawal = await findOpenWithdrawal(tx, nftId)
  const reason = 'Your bank has taken the payment back.'
  return withdrawal !== undefined && !(await cancelUnsent(ctx, tx, withdrawal, reason))
}

/**
 * Another member has it, has paid the buyer for it, or has bought it and withdrawn it from their wallet here. Who has bought it again has
 * paid for it once more, and has the proceeds all the same.
 */
async function wasSoldOn(tx: Tx, { payment, listing, ownerId }: Sale & { ownerId: string | null }): Promise<boolean> {
  if (ownerId !== null && ownerId !== payment.user_id && ownerId !== listing.seller_id) return true
  const resale = await tx
    .selectFrom('listings')
    .select('status')
    .where('nft_id', '=', listing.nft_id)
    .where('seller_id', '=', payment.user_id)
    .where('created_at', '>=', listing.updated_at)
    .where('status', 'in', ['PAID', 'SOLD'])
    .executeTakeFirst()
  return resale !== undefined
}
