import { LISTING_HISTORY_MAX } from '@verso/protocol/limits'
import { OPEN_LISTING_STATUSES } from '@verso/protocol/nfts/listing-status'
import { LIVE_PAYMENT_STATUSES } from '@verso/protocol/money/payment-status'
import type { Db, Tx } from '../../db/client.ts'
import type { ListingRow } from './move-listing.ts'

type Names = { display_name: string | null; first_name: string | null }
export type ListingWithNames = ListingRow & { seller: Names; buyer: Names; reserved_until: Date | null }

const withNames = (db: Db | Tx) =>
  db
    .selectFrom('listings')
    .innerJoin('users as seller', 'seller.id', 'listings.seller_id')
    .leftJoin('users as buyer', 'buyer.id', 'listings.buyer_id')
    .selectAll('listings')
    .select([
      'seller.display_name as seller_display_name',
      'seller.first_name as seller_first_name',
      'buyer.display_name as buyer_display_name',
      'buyer.first_name as buyer_first_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('payments')
        .select('payments.expires_at')
        .whereRef('payments.listing_id', '=', 'listings.id')
        .where('listings.status', '=', 'PAYMENT_PROCESSING')
        .where('payments.status', 'in', LIVE_PAYMENT_STATUSES)
        .as('reserved_until'),
    )

type Joined = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]
const nest = (row: Joined): ListingWithNames => ({
  ...row,
  seller: { display_name: row.seller_display_name, first_name: row.seller_first_name },
  buyer: { display_name: row.buyer_display_name, first_name: row.buyer_first_name },
})

/** The history of one NFT, newest first: its newest listings and its newest sales. */
export async function listListingsOfNft(db: Db | Tx, nftId: string): Promise<ListingWithNames[]> {
  const newest = db
    .selectFrom('listings')
    .select('id')
    .where('nft_id', '=', nftId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTING_HISTORY_MAX)
  const rows = await withNames(db)
    .where((eb) =>
      eb.or([eb('listings.id', 'in', newest), eb('listings.id', 'in', newest.where('status', '=', 'SOLD'))]),
    )
    .orderBy('listings.created_at', 'desc')
    .orderBy('listings.id', 'desc')
    .execute()
  return rows.map(nest)
}

/** The newest listing of each of these NFTs: the open one, if there is one. */
export async function listLatestListings(
  db: Db | Tx,
  nftIds: readonly string[],
): Promise<Map<string, ListingWithNames>> {
  if (nftIds.length === 0) return new Map()
  const rows = await withNames(db)
    .distinctOn('nft_id')
    .where('nft_id', 'in', nftIds)
    .orderBy('nft_id')
    .orderBy('listings.created_at', 'desc')
    .orderBy('listings.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.nft_id, nest(row)]))
}

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
