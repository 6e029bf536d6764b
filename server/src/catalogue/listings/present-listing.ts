import type { Listing } from '@verso/protocol/nfts/listings'
import { memberName } from '@verso/protocol/users/member-name'
import { centsToUsd } from '@verso/protocol/money'
import { isoOf } from '../../db/times.ts'
import type { ListingWithNames } from './queries.ts'

/** Row → wire. A buyer is not named to others before PAID (docs/rules.md R38): only to themselves. */
export function presentListing(row: ListingWithNames, viewerId: string | null): Listing {
  const isBuyerShown =
    row.status === 'PAID' || row.status === 'SOLD' || (viewerId !== null && row.buyer_id === viewerId)
  const buyer =
    row.buyer_id !== null && isBuyerShown
      ? { id: row.buyer_id, display_name: row.buyer_display_name, first_name: row.buyer_first_name }
      : null
  return {
    id: row.id,
    price: centsToUsd(row.price_cents),
    platform_fee_bps: row.fee_bps,
    status: row.status,
    seller: row.seller_id,
    seller_username: memberName({
      id: row.seller_id,
      display_name: row.seller_display_name,
      first_name: row.seller_first_name,
    }),
    buyer: buyer?.id ?? null,
    buyer_username: buyer && memberName(buyer),
    created_at: isoOf(row.created_at),
    updated_at: isoOf(row.updated_at),
    expires_at: row.expires_at && isoOf(row.expires_at),
    reserved_until: row.reserved_until && isoOf(row.reserved_until),
  }
}
