import type { Listing } from '@verso/protocol/nfts/listings'
import { memberName } from '@verso/protocol/users/member-name'
import { centsToUsd } from '@verso/protocol/money'
import type { ListingWithNames } from './queries.ts'

/** Row → wire. A buyer is not named to others before PAID (docs/rules.md R38): only to themselves. */
export function presentListing(row: ListingWithNames, viewerId: string | null): Listing {
  const isBuyerShown =
    row.status === 'PAID' || row.status === 'SOLD' || (viewerId !== null && row.buyer_id === viewerId)
  const buyer = row.buyer_id !== null && isBuyerShown ? { id: row.buyer_id, ...row.buyer } : null
  return {
    id: row.id,
    price: centsToUsd(row.price_cents),
    status: row.status,
    seller: row.seller_id,
    seller_username: memberName({ id: row.seller_id, ...row.seller }),
    buyer: buyer?.id ?? null,
    buyer_username: buyer && memberName(buyer),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    reserved_until: row.reserved_until?.toISOString() ?? null,
  }
}
