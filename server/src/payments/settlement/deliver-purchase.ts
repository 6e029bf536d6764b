import { enqueueIntent } from '../../custody/intents/enqueue-intent.ts'
import { isOffered } from '../../gateways/chain/chain-access.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { findSoldNft, isDeliverable, isReservedBy, isStillListed } from '../records/close-payment.ts'
import { completeArrived } from '../sales/complete-arrived.ts'
import { type ListingRow, moveListing } from '../../catalogue/listings/move-listing.ts'
import { isLive, type LockedPayment, type PaymentRow } from '../records/payment-row.ts'
import { holdNetworkFeeAgain } from '../records/network-fee.ts'
import { recordOrder } from '../records/record-order.ts'

/**
 * Delivers captured money: the listing becomes PAID and the transfer intent is written. Late money counts only while that same
 * listing is for sale again, and never after the buyer's own cancel (docs/invariants.md I8).
 * @returns `paid`: the caller books the money and its network fee; `arrived`: the token was with the buyer already, and `book` has booked
 * what was paid; undefined: it cannot be delivered, and the caller refunds it
 */
export async function deliverPurchase(
  ctx: Context,
  tx: Tx,
  { payment, listing }: LockedPayment,
  book: () => Promise<void>,
): Promise<'paid' | 'arrived' | undefined> {
  if (!listing || !payment.nft_id || payment.canceled_by_buyer_at) return undefined
  const nft = await findSoldNft(tx, listing)
  if (!nft) return undefined
  if (nft.owned_by !== listing.seller_id && (await completeArrived(ctx, tx, { payment, listing }, book)))
    return 'arrived'
  if (!isOffered(ctx, nft.chain)) return undefined
  const isReserved = isLive(payment.status)
    ? isReservedBy(listing, payment)
    : await reserveAgain(ctx, tx, { payment, listing })
  if (!isReserved || !isDeliverable(nft, listing)) return undefined
  const paid = await moveListing(ctx, tx, { listingId: listing.id, from: 'PAYMENT_PROCESSING', to: 'PAID' })
  if (!paid) return undefined
  await recordOrder(ctx, tx, 'order.paid', { payment, listing })
  await enqueueIntent(ctx, tx, {
    chain: nft.chain,
    kind: 'SETTLE',
    businessKey: `settle:${payment.id}`,
    nftId: payment.nft_id,
    listingId: listing.id,
    paymentId: payment.id,
    userId: payment.user_id,
    payload: {},
  })
  return 'paid'
}

async function reserveAgain(
  ctx: Context,
  tx: Tx,
  { payment, listing }: { payment: PaymentRow; listing: ListingRow },
): Promise<boolean> {
  if (payment.status !== 'EXPIRED' || listing.status !== 'ACTIVE' || !(await isStillListed(ctx, tx, listing)))
    return false
  const moved = await moveListing(ctx, tx, {
    listingId: listing.id,
    from: 'ACTIVE',
    to: 'PAYMENT_PROCESSING',
    set: { buyer_id: payment.user_id },
  })
  if (!moved) return false
  await holdNetworkFeeAgain(ctx, tx, payment)
  return true
}
