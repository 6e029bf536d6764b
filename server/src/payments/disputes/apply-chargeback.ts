import { formatCents } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ProviderPayment } from '../../gateways/payments/provider.ts'
import { cancelUnsent, findOpenSale, findOpenWithdrawal, stopWithdrawal } from '../../custody/sending/cancel-unsent.ts'
import { closeOpenListing } from '../../catalogue/listings/close-open-listing.ts'
import { closePayment } from '../records/close-payment.ts'
import { freezeEarnings, returnTakenEarnings } from '../earnings/earnings-holds.ts'
import { type ListingRow, moveListing } from '../../catalogue/listings/move-listing.ts'
import { recordSaleFailed } from '../../catalogue/listings/record-listing.ts'
import { isLive, isSoldTo, type LockedPayment, type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { releaseNetworkFee } from '../records/network-fee.ts'
import {
  bookChargeback,
  findWonAt,
  getBookedCents,
  lowerChargeback,
  paymentCause,
  readTaken,
  reverseChargeback,
  type Taken,
} from './book-chargeback.ts'
import { hasUnreadBlocks } from '../../settings/restored.ts'
import { freezeAgain } from './frozen-nft.ts'
import { CHARGED_BACK, returnUndelivered } from './return-undelivered.ts'

type Seen = LockedPayment & { observed: ProviderPayment }

const DISPUTED = 'The buyer’s bank has taken the money back (chargeback).'
const PAID_BACK = 'The provider has paid the money back without our asking.'
/** Money that the provider has paid back by itself never comes back. */
const isFinal = ({ observed }: Seen): boolean => observed.state !== 'disputed'
const DETAILS = / It is about \S+ of \S+ USD\.| The provider says that \S+ USD are lost\./g
/** Named where the bank has not taken all of it, or has decided already. */
const detailsOf = ({ takenCents, paidCents, lostCents }: Taken): string =>
  (takenCents < paidCents ? ` It is about ${formatCents(takenCents)} of ${formatCents(paidCents)} USD.` : '') +
  (lostCents > 0 ? ` The provider says that ${formatCents(lostCents)} USD are lost.` : '')
const isDecidedCase = ({ review_reason }: PaymentRow): boolean =>
  review_reason === null || review_reason.startsWith(PAID_BACK)

/**
 * Books a chargeback: the platform bears the amount until the dispute is decided, the seller's held earnings are frozen,
 * and the NFT cannot be sold meanwhile.
 */
export async function applyChargeback(ctx: Context, tx: Tx, looked: Seen): Promise<void> {
  const seen = await leaveOutWon(tx, looked)
  if (!seen) return
  const { payment, listing, observed } = seen
  const reason = isFinal(seen) ? PAID_BACK : DISPUTED
  if (payment.status === 'DISPUTED') return followDisputes(ctx, tx, seen)
  if (payment.status === 'REFUNDED') return disputeRefunded(ctx, tx, seen)
  if (!payment.captured_at) {
    // The money was never booked: nothing was delivered, so nothing is frozen.
    if (isLive(payment.status))
      await closePayment(ctx, tx, seen, { status: 'DISPUTED', set: { review_reason: reason } })
    await updatePayment(ctx, tx, payment.id, { status: 'DISPUTED', review_reason: reason, due_at: null })
    return
  }
  if (payment.status === 'NEEDS_REVIEW' || payment.status === 'REFUND_DUE') return returnSeen(ctx, tx, seen)
  if (isSoldTo(seen) && listing?.status === 'PAID' && (await callOff(ctx, tx, { ...seen, listing }))) return
  const taken = await readTaken(tx, payment, observed.disputes)
  if (!(await bookChargeback(ctx, tx, { payment, ...taken }))) return
  ctx.log.error({ payment_id: payment.id, reason }, 'a payment needs a person')
  const disputed = await updatePayment(ctx, tx, payment.id, {
    status: 'DISPUTED',
    review_reason: reason + detailsOf(taken),
    due_at: null,
  })
  if (isSoldTo(seen) && listing?.status === 'SOLD') await freezeSale(ctx, tx, { payment: disputed, listing })
}

/**
 * A dispute entered as won stays "disputed" at some providers, and for a while at others: only later disputes are left, and those that
 * the provider says are lost all the same. The money of the others is here, and a later repayment is a refund.
 * @returns undefined when nothing is
 */
async function leaveOutWon(tx: Tx, seen: Seen): Promise<Seen | undefined> {
  const wonAt = await findWonAt(tx, seen.payment.id)
  if (!wonAt) return seen
  const disputes = seen.observed.disputes?.filter(({ createdAt, isLost }) => isLost || createdAt > wonAt) ?? []
  return disputes.length > 0 ? { ...seen, observed: { ...seen.observed, disputes } } : undefined
}

/** While a case is open, the books follow what banks have taken in all: another dispute begins, or one of several is won. */
async function followDisputes(ctx: Context, tx: Tx, { payment, observed }: Seen): Promise<void> {
  if (observed.disputes === undefined || !payment.captured_at) return
  const taken = await readTaken(tx, payment, observed.disputes)
  if (payment.review_reason === null) return tellOfMore(ctx, tx, { payment, ...taken })
  const isChanged =
    (await bookChargeback(ctx, tx, { payment, ...taken })) || (await lowerChargeback(ctx, tx, { payment, ...taken }))
  const reason = payment.review_reason.replaceAll(DETAILS, '') + detailsOf(taken)
  if (!isChanged && reason === payment.review_reason) return
  ctx.log.error({ payment_id: payment.id, reason }, 'a payment needs a person')
  await updatePayment(ctx, tx, payment.id, { review_reason: reason })
}

/** Another dispute after one that was lost: a person settles what it has taken. */
async function tellOfMore(
  ctx: Context,
  tx: Tx,
  { payment, takenCents }: { payment: PaymentRow; takenCents: number },
): Promise<void> {
  const moreCents = takenCents - (await getBookedCents(tx, paymentCause(payment.id)))
  if (moreCents <= 0) return
  const reason = `The bank has taken ${formatCents(moreCents)} USD more since it was decided, which are in no book: settle them by hand.`
  ctx.log.error({ payment_id: payment.id, reason }, 'a payment needs a person')
}

const returnSeen = async (ctx: Context, tx: Tx, seen: Seen): Promise<void> => {
  const { payment, observed } = seen
  const { takenCents } = await readTaken(tx, payment, observed.disputes)
  await returnUndelivered(ctx, tx, { payment, takenCents, isDecided: isFinal(seen) })
}

type Sale = { payment: PaymentRow; listing: ListingRow }

/**
 * Fails the sale while its transfer was not handed to a node: the seller keeps the NFT, and the bank has refunded the buyer. After a restore
 * it waits until the chains are read: the comparison with the provider then asks again.
 * @returns false when the transfer may be pending
 */
async function callOff(ctx: Context, tx: Tx, seen: Seen & Sale): Promise<boolean> {
  const { payment, listing } = seen
  const reason = 'the buyer’s bank has taken the payment back.'
  const transfer = await findOpenSale(tx, payment.id)
  if (transfer && (await hasUnreadBlocks(tx, transfer.chain))) return true
  if (!transfer || !(await cancelUnsent(ctx, tx, transfer, reason))) return false
  await moveListing(ctx, tx, { listingId: listing.id, from: 'PAID', to: 'INACTIVE' })
  await releaseNetworkFee(ctx, tx, payment)
  await returnSeen(ctx, tx, seen)
  await freezeAgain(ctx, tx, listing.nft_id)
  await recordSaleFailed(ctx, tx, listing, reason)
  return true
}

/** A chargeback of a refunded payment: the loss is booked, and a review case stays open until the dispute ends. */
async function disputeRefunded(ctx: Context, tx: Tx, seen: Seen): Promise<void> {
  const { payment, observed } = seen
  const refund = await tx
    .selectFrom('refunds')
    .select('provider_ref')
    .where('payment_id', '=', payment.id)
    .executeTakeFirst()
  if (refund?.provider_ref === CHARGED_BACK) return
  // Settled by a person without ever being in the books: neither is this.
  if (!payment.captured_at && !observed.refunds?.some(({ state }) => state === 'done')) return
  if ((await getBookedCents(tx, paymentCause(payment.id))) > 0) return followDisputes(ctx, tx, seen)
  const taken = await readTaken(tx, payment, observed.disputes)
  if (!(await bookChargeback(ctx, tx, { payment, ...taken }))) return
  const reason =
    'The buyer’s bank disputes a payment that was refunded: answer it with the refund, then enter how it ended.'
  ctx.log.error({ payment_id: payment.id, reason }, 'a payment needs a person')
  await updatePayment(ctx, tx, payment.id, { review_reason: reason + detailsOf(taken) })
}

/**
 * The transfer of a disputed sale has failed: the buyer has the money back, so the chargeback counts as the refund that
 * would be due now, whether it is decided or not.
 */
export async function undoChargeback(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  { isDecided } = { isDecided: isDecidedCase(payment) },
): Promise<void> {
  const takenCents = await getBookedCents(tx, paymentCause(payment.id))
  await reverseChargeback(ctx, tx, payment, 'CHARGEBACK_UNDONE')
  await returnTakenEarnings(ctx, tx, payment)
  await returnUndelivered(ctx, tx, { payment, takenCents, isDecided })
}

/**
 * The seller's held earnings are frozen. The NFT is taken down while the buyer has it; when it was sold on, its owner
 * keeps it and its page, and the buyer's own earnings are frozen, as they are when it has left, may be on its way, or is with the seller again.
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
  if (isSoldOn || nft.owned_by !== payment.user_id || (await isLeaving(ctx, tx, listing.nft_id)))
    await freezeEarnings(ctx, tx, payment)
  if (isSoldOn || nft.owned_by === listing.seller_id) return
  await closeOpenListing(ctx, tx, { nftId: listing.nft_id })
  await tx
    .updateTable('nfts')
    .set({ taken_down_at: now, updated_at: now })
    .where('id', '=', listing.nft_id)
    .where('taken_down_at', 'is', null)
    .execute()
}

/** Whether the buyer's withdrawal may be on its way, or done; one that waits is called off. */
async function isLeaving(ctx: Context, tx: Tx, nftId: string): Promise<boolean> {
  const withdrawal = await findOpenWithdrawal(tx, nftId)
  if (!withdrawal) return false
  const reason = 'Your bank has taken the payment back.'
  const mayBeDone = await hasUnreadBlocks(tx, withdrawal.chain)
  return stopWithdrawal(ctx, tx, withdrawal, { reason, mayBeDone })
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
