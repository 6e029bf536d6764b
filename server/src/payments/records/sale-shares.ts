import type { ListingRow } from '../../catalogue/listings/move-listing.ts'
import type { Tx } from '../../db/client.ts'

/** How one sale is shared: seller's proceeds + royalty + fee = price (docs/invariants.md I9). No royalty when the creator sells. */
export type SaleShares = {
  sellerId: string
  sellerCents: number
  creatorId: string
  royaltyCents: number
  feeCents: number
}

export async function shareOut(tx: Tx, listing: ListingRow): Promise<SaleShares> {
  const { created_by } = await tx
    .selectFrom('nfts')
    .select('created_by')
    .where('id', '=', listing.nft_id)
    .executeTakeFirstOrThrow()
  const royaltyCents = created_by === listing.seller_id ? 0 : listing.royalty_cents
  return {
    sellerId: listing.seller_id,
    sellerCents: listing.price_cents - listing.fee_cents - royaltyCents,
    creatorId: created_by,
    royaltyCents,
    feeCents: listing.fee_cents,
  }
}
