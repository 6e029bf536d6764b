import { LISTED_STATUSES, LISTING_TRANSITIONS, type ListingStatus } from '@verso/protocol/nfts/listing-status'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ListingsTable } from '../../db/types.gen.ts'
import { recordListed, recordUnlisted, type UnlistCause } from './record-listing.ts'

export type ListingRow = Selectable<ListingsTable>
/** By name, so that the statements that every sale runs can be prepared (docs/decisions/0260). */
export const LISTING_COLUMNS = [
  'id',
  'nft_id',
  'seller_id',
  'buyer_id',
  'price_cents',
  'fee_bps',
  'royalty_bps',
  'fee_cents',
  'royalty_cents',
  'status',
  'expires_at',
  'created_at',
  'updated_at',
] as const
export type ListingMove = {
  listingId: string
  from: ListingStatus | readonly ListingStatus[]
  to: ListingStatus
  /** Written in the same statement, for example the buyer of a reservation. */
  set?: Partial<Pick<ListingRow, 'buyer_id' | 'expires_at'>>
  /** Why the listing ends; `closed` unless said. After `price_changed` another one follows, which the caller records. */
  cause?: UnlistCause | 'price_changed'
}

/** Statuses that have a buyer; in all others there is none (a check of the table says the same). */
const WITH_BUYER: readonly ListingStatus[] = ['PAYMENT_PROCESSING', 'PAID', 'SOLD']

/**
 * The one way a listing changes status (docs/invariants.md I8): by compare-and-set along LISTING_TRANSITIONS. Keeps the NFT's sort price and
 * time right.
 * @returns the listing as it is now, or undefined when it was in none of the `from` statuses: another transaction was first
 */
export async function moveListing(ctx: Context, tx: Tx, move: ListingMove): Promise<ListingRow | undefined> {
  const from = [move.from].flat() as ListingStatus[]
  const illegal = from.find((status) => !LISTING_TRANSITIONS[status].includes(move.to))
  if (illegal) throw new Error(`a listing never goes from ${illegal} to ${move.to}`)
  // A sale that a reorganisation undid is open again; a listing the new owner has made meanwhile is void.
  if (from.includes('SOLD')) await closeOthers(ctx, tx, move.listingId)

  const before = await lockStatus(tx, move)
  // A reservation and its end are no news: the NFT keeps its place among the newest.
  const isNews = !(before && isListed(before) && isListed(move.to))
  const listing = await writeStatus(tx, { ...move, from, isNews, now: ctx.clock.now() })
  if (!listing) return undefined
  if (before && WAITING.includes(before) && move.to === 'ACTIVE') await recordListed(ctx, tx, listing)
  const { cause = 'closed' } = move
  if (before && isListed(before) && move.to === 'INACTIVE' && cause !== 'price_changed')
    await recordUnlisted(ctx, tx, listing, cause)
  return listing
}

const WAITING: readonly ListingStatus[] = ['PENDING_LISTINGS', 'PENDING_APPROVAL']

/** The status before, where that decides whether the listing begins or ends for visitors. */
async function lockStatus(tx: Tx, { listingId, from, to }: ListingMove): Promise<ListingStatus | undefined> {
  const [only, ...others] = [from].flat()
  if (others.length === 0 || (to !== 'ACTIVE' && to !== 'INACTIVE')) return only
  const row = await tx
    .selectFrom('listings')
    .select('status')
    .where('id', '=', listingId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.status
}

const isListed = (status: ListingStatus) => (LISTED_STATUSES as readonly ListingStatus[]).includes(status)

function writeStatus(
  tx: Tx,
  { listingId, from, to, set, isNews, now }: ListingMove & { from: ListingStatus[]; isNews: boolean; now: Date },
): Promise<ListingRow | undefined> {
  const changes = { ...set, ...(!WITH_BUYER.includes(to) && { buyer_id: null }), status: to, updated_at: now }
  const moved = tx.with('moved', (db) =>
    db
      .updateTable('listings')
      .set(changes)
      .where('id', '=', listingId)
      .where('status', 'in', from)
      .returning(LISTING_COLUMNS),
  )
  if (!isNews) return moved.selectFrom('moved').select(LISTING_COLUMNS).executeTakeFirst()
  return moved
    .with('priced', (db) =>
      db
        .updateTable('nfts')
        .from('moved')
        .set((eb) => ({ active_price_cents: isListed(to) ? eb.ref('moved.price_cents') : null, updated_at: now }))
        .whereRef('nfts.id', '=', 'moved.nft_id'),
    )
    .selectFrom('moved')
    .select(LISTING_COLUMNS)
    .executeTakeFirst()
}

/** `nfts.active_price_cents` is the price while the NFT is for sale or reserved, else null. */
export async function writeListedPrice(tx: Tx, listing: ListingRow, now: Date): Promise<void> {
  await tx
    .updateTable('nfts')
    .set({ active_price_cents: isListed(listing.status) ? listing.price_cents : null, updated_at: now })
    .where('id', '=', listing.nft_id)
    .execute()
}

async function closeOthers(ctx: Context, tx: Tx, listingId: string): Promise<void> {
  const from: ListingStatus[] = ['PENDING_LISTINGS', 'PENDING_APPROVAL', 'ACTIVE', 'PAYMENT_PROCESSING']
  const other = await tx
    .selectFrom('listings as sold')
    .innerJoin('listings as other', 'other.nft_id', 'sold.nft_id')
    .select('other.id')
    .where('sold.id', '=', listingId)
    .where('other.status', 'in', from)
    .executeTakeFirst()
  if (other) await moveListing(ctx, tx, { listingId: other.id, from, to: 'INACTIVE' })
}
