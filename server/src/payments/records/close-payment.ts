import type { PaymentStatus } from '@verso/protocol/money/payment-status'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { NftsTable } from '../../db/types.gen.ts'
import { releaseCreditHold } from '../../ledger/credit-holds.ts'
import { type ListingRow, moveListing } from '../../catalogue/listings/move-listing.ts'
import { nextPollAt } from './poll-schedule.ts'
import { type LockedPayment, type PaymentRow, updatePayment } from './payment-row.ts'
import { recordOrderEnded } from './record-order.ts'

type Close = {
  status: PaymentStatus
  set?: { canceled_by_buyer_at?: Date; review_reason?: string; captured_at?: Date; provider_ref?: string }
}

/** Ends a payment without a delivery: the listing is free again, and the network fee is released. */
export async function closePayment(
  ctx: Context,
  tx: Tx,
  { payment, listing }: LockedPayment,
  close: Close,
): Promise<PaymentRow> {
  const closed = await updatePayment(ctx, tx, payment.id, { ...close.set, status: close.status, lookups: 0 })
  await updatePayment(ctx, tx, payment.id, { due_at: nextPollAt(ctx, closed) })
  if (payment.kind === 'PURCHASE') {
    await releaseCreditHold(ctx, tx, { purpose: 'PURCHASE', causeId: payment.id })
    if (listing && isReservedBy(listing, payment)) await reopenListing(ctx, tx, listing)
    if (listing && (close.status === 'CANCELED' || close.status === 'EXPIRED'))
      await recordOrderEnded(ctx, tx, close.status, { payment, listing })
  }
  return closed
}

export const isReservedBy = (listing: ListingRow, payment: PaymentRow): boolean =>
  listing.status === 'PAYMENT_PROCESSING' && listing.buyer_id === payment.user_id

/** For sale again, unless it expired, was taken down or lost its token meanwhile. */
async function reopenListing(ctx: Context, tx: Tx, listing: ListingRow): Promise<void> {
  const isForSale = await isStillListed(ctx, tx, listing)
  await moveListing(ctx, tx, {
    listingId: listing.id,
    from: 'PAYMENT_PROCESSING',
    to: isForSale ? 'ACTIVE' : 'INACTIVE',
    cause: hasExpired(ctx, listing) ? 'expired' : 'closed',
  })
}

/** The seller still has the token here and is not suspended, the NFT is not taken down, its mint has not failed, and the listing has not expired. */
export async function isStillListed(ctx: Context, tx: Tx, listing: ListingRow): Promise<boolean> {
  const isDeliverableNow = isDeliverable(await findSoldNft(tx, listing), listing)
  return !hasExpired(ctx, listing) && isDeliverableNow && (await mayStillSell(tx, listing.seller_id))
}

const hasExpired = (ctx: Context, { expires_at }: ListingRow): boolean =>
  expires_at !== null && expires_at <= ctx.clock.now()

/** The lock makes a suspension at the same moment wait, and then find the listing that is open again. */
async function mayStillSell(tx: Tx, sellerId: string): Promise<boolean> {
  const seller = await tx.selectFrom('users').select('status').where('id', '=', sellerId).forShare().executeTakeFirst()
  return seller?.status === 'ACTIVE'
}

export type SoldNft = Pick<Selectable<NftsTable>, 'chain' | 'owned_by' | 'custody' | 'taken_down_at' | 'mint_status'>

/** Locked: a chargeback of its seller's own purchase at the same moment takes it down before, or finds what this makes of the listing. */
export const findSoldNft = (tx: Tx, listing: ListingRow): Promise<SoldNft | undefined> =>
  tx
    .selectFrom('nfts')
    .select(['chain', 'owned_by', 'custody', 'taken_down_at', 'mint_status'])
    .where('id', '=', listing.nft_id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const isDeliverable = (nft: SoldNft | undefined, { seller_id }: ListingRow): nft is SoldNft =>
  nft !== undefined &&
  nft.owned_by === seller_id &&
  nft.custody === 'HELD' &&
  nft.taken_down_at === null &&
  nft.mint_status !== 'FAILED'
