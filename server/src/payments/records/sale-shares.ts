import type { ListingRow } from '../../catalogue/listings/move-listing.ts'

/** How one sale is shared: seller's proceeds + royalty + fee = price (docs/invariants.md I9). No royalty when the creator sells. */
export type SaleShares = {
  sellerId: string
  sellerCents: number
  creatorId: string
  royaltyCents: number
  feeCents: number
}

export function shareOut(listing: ListingRow, creatorId: string): SaleShares {
  const royaltyCents = creatorId === listing.seller_id ? 0 : listing.royalty_cents
  return {
    sellerId: listing.seller_id,
    sellerCents: listing.price_cents - listing.fee_cents - royaltyCents,
    creatorId,
    royaltyCents,
    feeCents: listing.fee_cents,
  }
}
