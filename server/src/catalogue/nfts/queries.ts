import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { dateOf, type JsonRow } from '../../db/times.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import { notFound } from '../../http/app-error.ts'
import type { Reader, Viewer } from '../../http/viewer.ts'
import {
  knownOf,
  type ReaderValues,
  readerValues,
  toViewer,
  viewerParts,
  type ViewerRow,
} from '../../identity/sessions/viewer-row.ts'
import { variantKey } from '../../media/files/queries.ts'
import { isWithheldFromNft } from '../../media/files/withheld-files.ts'
import { type OutsideMove, outsideMoves } from './outside-moves.ts'
import { latestListing, listingHistory, type ListingWithNames } from '../listings/queries.ts'

/** NFTs with what every presentation needs of their files and creator. The metadata bytes stay in the database. */
const selectNfts = (db: Db | Tx) =>
  db
    .selectFrom('nfts')
    .innerJoin('users as creator', 'creator.id', 'nfts.created_by')
    .innerJoin('files as file', 'file.id', 'nfts.file_id')
    .innerJoin('files as thumbnail', 'thumbnail.id', 'nfts.thumbnail_file_id')
    .leftJoin('files as logo', 'logo.id', 'creator.avatar_file_id')
    .select([
      'nfts.id',
      'nfts.chain',
      'nfts.category_id',
      'nfts.file_id',
      'nfts.thumbnail_file_id',
      'nfts.name',
      'nfts.description',
      'nfts.bio',
      'nfts.alt_text',
      'nfts.royalty_bps',
      'nfts.created_by',
      'nfts.owned_by',
      'nfts.owner_address',
      'nfts.custody',
      'nfts.approval',
      'nfts.taken_down_at',
      'nfts.mint_status',
      'nfts.mint_error',
      'nfts.mint_tx_hash',
      'nfts.metadata_cid',
      'nfts.token_id',
      'nfts.active_price_cents',
      'nfts.last_sale_cents',
      'nfts.created_at',
      'nfts.updated_at',
      'file.storage_key as file_key',
      'file.media_type',
      'file.cid as file_cid',
      'thumbnail.storage_key as thumbnail_key',
      'creator.first_name as creator_first_name',
      'creator.display_name as creator_display_name',
      'creator.avatar_file_id as creator_avatar_file_id',
      'creator.status as creator_status',
      isWithheldFromNft(sql`file`).as('is_file_withheld'),
      isWithheldFromNft(sql`thumbnail`).as('is_thumbnail_withheld'),
      'logo.storage_key as creator_logo_key',
    ])

/** A row of an NFT with all that its presentation needs besides. */
export type NftDetails = {
  nft: NftRow
  /** In lists the open one only, in the single NFT the whole history; newest first (docs/rules.md R101). */
  listings: ListingWithNames[]
  latestListing: ListingWithNames | null
  mintIntentId: string | null
  /** Whether the viewer may see files that the media origin withholds from others. */
  getsSignedUrl: boolean
  /** The viewer's own bookmarks; undefined for a visitor. */
  bookmarks: { isFavourite: boolean; isWishlisted: boolean } | undefined
}

type Known = { userId: string; isAdmin?: boolean } | null

/** A file that is no image is shown by its thumbnail. */
const POSTER_ID = sql`case when file.media_type = 'image' then nfts.file_id else nfts.thumbnail_file_id end`

/** The newest mint intent: its `signature_id` on the wire. */
const mintIntentId = sql<string | null>`(
  select id from chain_intents where nft_id = nfts.id and kind = 'MINT' order by id desc limit 1)`

const isIn = (table: 'favourites' | 'wishlist', viewerId: RawBuilder<string> | undefined) =>
  viewerId
    ? sql<boolean>`exists (select from ${sql.table(table)} as mine where mine.nft_id = nfts.id and mine.user_id = ${viewerId})`
    : sql<boolean>`false`

/** All that NFTs are presented with, in one statement however many they are. */
export const selectDetails = (db: Db | Tx, viewerId: RawBuilder<string> | undefined) =>
  selectNfts(db).select([
    latestListing.as('latest_listing'),
    mintIntentId.as('mint_intent_id'),
    variantKey(sql`nfts.thumbnail_file_id`, 'card').as('thumbnail_card_key'),
    variantKey(POSTER_ID, 'page').as('poster_page_key'),
    variantKey(POSTER_ID, 'card').as('poster_card_key'),
    variantKey(sql`creator.avatar_file_id`, 'avatar').as('creator_avatar_key'),
    isIn('favourites', viewerId).as('is_favourite'),
    isIn('wishlist', viewerId).as('is_wishlisted'),
  ])

type Selected = Awaited<ReturnType<ReturnType<typeof selectDetails>['execute']>>[number]
export type DetailsRow = JsonRow<Selected>
export type NftRow = Omit<Selected, 'latest_listing' | 'mint_intent_id' | 'is_favourite' | 'is_wishlisted'>

/** The rows of a statement as presentations take them. */
export const toDetails = (rows: readonly DetailsRow[], viewer: Known): NftDetails[] =>
  rows.map((row) => detailsOf(row, viewer))

function detailsOf(row: DetailsRow, viewer: Known): NftDetails {
  const { latest_listing: latest, mint_intent_id, is_favourite, is_wishlisted } = row
  const isOpen = latest !== null && latest.status !== 'SOLD' && latest.status !== 'INACTIVE'
  const nft = Object.assign(row, {
    created_at: dateOf(row.created_at),
    updated_at: dateOf(row.updated_at),
    taken_down_at: dateOf(row.taken_down_at),
  })
  return {
    nft,
    listings: isOpen ? [latest] : [],
    latestListing: latest,
    mintIntentId: mint_intent_id,
    getsSignedUrl: isConcerned(nft, viewer),
    bookmarks: viewer ? { isFavourite: is_favourite, isWishlisted: is_wishlisted } : undefined,
  }
}

const isConcerned = (nft: NftRow, viewer: Known): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.userId === nft.owned_by || viewer.userId === nft.created_by)

type One = {
  viewer: ViewerRow | null
  nft: (DetailsRow & { history: ListingWithNames[]; moves?: OutsideMove[] }) | null
}
const ones = createStatements<ReaderValues & { id: string }, One>()

type Found = { details: NftDetails | undefined; moves?: OutsideMove[]; viewer: Viewer | null }

/** One NFT with all its listings, if there is one that its reader may see, and the reader. */
export async function findNftDetails(
  db: Db | Tx,
  id: string,
  reader: Reader,
  { withMoves = false }: { withMoves?: boolean } = {},
): Promise<Found> {
  const [found] = await ones(db, {
    shape: withMoves ? 'with moves' : '',
    values: { id, ...readerValues(reader) },
    build: ({ id: nftId, ...given }) => {
      const { tables, row, id: viewerId } = viewerParts(given)
      const nft = selectDetails(db, viewerId)
        .select(listingHistory.as('history'))
        .$if(withMoves, (query) => query.select(outsideMoves.as('moves')))
        .where('nfts.id', '=', nftId)
      return sql`with ${tables} nft as (${nft}) select ${row} as viewer, (select row_to_json(nft) from nft) as nft`.compile(
        db,
      )
    },
  })
  const viewer = toViewer(found?.viewer)
  const known = knownOf(reader, viewer)
  if (!found?.nft) return { details: undefined, viewer }
  const [details] = toDetails([found.nft], known)
  if (!details) return { details, viewer }
  if (details.nft.taken_down_at && !isConcerned(details.nft, known)) return { details: undefined, viewer }
  const { history: listings, moves = [] } = found.nft
  return { details: { ...details, listings }, moves, viewer }
}

/**
 * An NFT that was taken down exists for its owner, its creator and admins only.
 * @throws AppError not_found
 */
export async function getNftDetails(db: Db | Tx, id: string, viewer: Known): Promise<NftDetails> {
  const { details } = await findNftDetails(db, id, { viewer })
  if (!details) throw notFound('NFT not found')
  return details
}

/** @throws AppError not_found as above */
export const getNft = async (db: Db | Tx, id: string, viewer: Known): Promise<NftRow> =>
  (await getNftDetails(db, id, viewer)).nft

const several = createStatements<{ ids: readonly string[]; viewerId: string | undefined }, { nft: DetailsRow }>()

/** Full details of these NFTs, in this order. */
export async function listDetailsInOrder(db: Db, ids: readonly string[], viewer: Known): Promise<NftDetails[]> {
  if (ids.length === 0) return []
  const rows = await several(db, {
    values: { ids, viewerId: viewer?.userId },
    build: (given) => {
      const place = sql<{ id: string; place: number }>`unnest(${given.ids}::uuid[]) with ordinality`
      const nfts = selectDetails(db, viewerParts({ viewerId: given.viewerId }).id)
        .innerJoin(place.as<'wanted'>(sql`wanted(id, place)`), 'wanted.id', 'nfts.id')
        .select('wanted.place')
      return sql`select row_to_json(nft) as nft from (${nfts}) as nft order by nft.place`.compile(db)
    },
  })
  return toDetails(
    rows.map(({ nft }) => nft),
    viewer,
  )
}
