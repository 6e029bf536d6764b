import { LISTING_HISTORY_MAX } from '@verso/protocol/limits'
import { OPEN_LISTING_STATUSES } from '@verso/protocol/nfts/listing-status'
import { LIVE_PAYMENT_STATUSES } from '@verso/protocol/money/payment-status'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import type { JsonRow } from '../../db/times.ts'
import type { ListingRow } from './move-listing.ts'

/** A listing with the names of its members, as `row_to_json` gives it. */
export type ListingWithNames = JsonRow<
  Pick<
    ListingRow,
    'id' | 'price_cents' | 'fee_bps' | 'status' | 'seller_id' | 'buyer_id' | 'created_at' | 'updated_at' | 'expires_at'
  >
> & {
  seller_display_name: string | null
  seller_first_name: string | null
  buyer_display_name: string | null
  buyer_first_name: string | null
  reserved_until: string | null
}

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)))

const withNames = (listings: RawBuilder<unknown>) => sql`
  select listing.id, listing.price_cents, listing.fee_bps, listing.status, listing.seller_id, listing.buyer_id,
    listing.created_at, listing.updated_at, listing.expires_at,
    seller.display_name as seller_display_name, seller.first_name as seller_first_name,
    buyer.display_name as buyer_display_name, buyer.first_name as buyer_first_name,
    case when listing.status = 'PAYMENT_PROCESSING' then (
      select payments.expires_at from payments
      where payments.listing_id = listing.id and payments.status in (${literals(LIVE_PAYMENT_STATUSES)})
    ) end as reserved_until
  from (${listings}) as listing
  join users as seller on seller.id = listing.seller_id
  left join users as buyer on buyer.id = listing.buyer_id`

const newest = (condition: RawBuilder<unknown>, limit: number) => sql`
  select * from listings where nft_id = nfts.id and ${condition} order by created_at desc, id desc limit ${sql.lit(limit)}`

/**
 * The open listing of the row `nfts`, else its newest one. That the open one is not the newest is rare: a restored backup or a sale
 * that is undone brings back an older one.
 */
export const latestListing = sql<ListingWithNames | null>`(
  select row_to_json(shown) from (${withNames(sql`
    select * from listings where id = coalesce(
      (select id from listings where nft_id = nfts.id and status in (${literals(OPEN_LISTING_STATUSES)})),
      (select id from listings where nft_id = nfts.id order by created_at desc, id desc limit 1))`)}) as shown)`

/** The history of the row `nfts`, newest first: its newest listings and its newest sales. */
export const listingHistory = sql<ListingWithNames[]>`(
  select coalesce(json_agg(shown order by shown.created_at desc, shown.id desc), '[]') from (${withNames(sql`
    (${newest(sql`true`, LISTING_HISTORY_MAX)}) union (${newest(sql`status = 'SOLD'`, LISTING_HISTORY_MAX)})`)}) as shown)`

/**
 * The NFT's open listing, locked. Lock it before the NFT, as a purchase does. A change of price replaces the row that others wait
 * for: they get the one that took its place.
 */
export async function lockOpenListing(tx: Tx, nftId: string): Promise<ListingRow | undefined> {
  for (;;) {
    const locked = await openListings(tx, nftId).selectAll().forUpdate().executeTakeFirst()
    if (locked || !(await findOpenListing(tx, nftId))) return locked
  }
}

export const findOpenListing = (db: Db | Tx, nftId: string): Promise<ListingRow | undefined> =>
  openListings(db, nftId).selectAll().executeTakeFirst()

const openListings = (db: Db | Tx, nftId: string) =>
  db.selectFrom('listings').where('nft_id', '=', nftId).where('status', 'in', OPEN_LISTING_STATUSES)
