import type { ListingRow } from '../../catalogue/listings/move-listing.ts'

/**
 * How one sale is shared: seller's proceeds + royalty + fee = price (docs/invariants.md I9). No royalty when the creator
 * sells, or has deleted the account and could not have it (docs/rules.md R75).
 */
export type SaleShares = {
  sellerId: string
  sellerCents: number
  creatorId: string
  royaltyCents: number
  feeCents: number
}

export function shareOut(listing: ListingRow, creator: { id: string; hasLeft: boolean }): SaleShares {
  const royaltyCents = creator.hasLeft || creator.id === listing.seller_id ? 0 : listing.royalty_cents
  return {
    sellerId: listing.seller_id,
    sellerCents: listing.price_cents - listing.fee_cents - royaltyCents,
    creatorId: creator.id,
    royaltyCents,
    feeCents: listing.fee_cents,
  }
}
