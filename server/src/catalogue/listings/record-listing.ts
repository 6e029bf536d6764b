import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft, user } from '../../events/subjects.ts'
import type { Selectable } from 'kysely'
import type { ListingsTable } from '../../db/types.gen.ts'

type ListingRow = Selectable<ListingsTable>

const listingOf = (listing: ListingRow) => ({
  nft_id: listing.nft_id,
  listing_id: listing.id,
  seller_id: listing.seller_id,
  price_cents: listing.price_cents,
})

/** The NFT can be bought from now on. */
export const recordListed = (ctx: Context, tx: Tx, listing: ListingRow): Promise<string> =>
  recordEvent(ctx, tx, {
    type: 'nft.listed',
    subjects: [nft(listing.nft_id), user(listing.seller_id)],
    data: listingOf(listing),
  })

/** The NFT stays listed, at another price and by another listing. */
export const recordPriceChanged = (
  ctx: Context,
  tx: Tx,
  { listing, former }: { listing: ListingRow; former: ListingRow },
): Promise<string> =>
  recordEvent(ctx, tx, {
    type: 'nft.price_changed',
    subjects: [nft(listing.nft_id), user(listing.seller_id)],
    data: { ...listingOf(listing), former_listing_id: former.id, former_price_cents: former.price_cents },
  })

/** `unlisted` by the seller, `expired`, or `closed` by what happened to the NFT. */
export type UnlistCause = 'unlisted' | 'expired' | 'closed'

export const recordUnlisted = (ctx: Context, tx: Tx, listing: ListingRow, cause: UnlistCause): Promise<string> =>
  recordEvent(ctx, tx, {
    type: 'nft.unlisted',
    subjects: [nft(listing.nft_id), user(listing.seller_id)],
    data: { ...listingOf(listing), cause },
  })

/** The sold NFT cannot reach its buyer. */
export const recordSaleFailed = (ctx: Context, tx: Tx, listing: ListingRow, reason: string): Promise<string> =>
  recordEvent(ctx, tx, {
    type: 'nft.sale_failed',
    subjects: [nft(listing.nft_id), user(listing.seller_id)],
    data: { ...listingOf(listing), reason },
  })
