import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { escapeLike } from '../../db/like-pattern.ts'
import { notFound } from '../../http/app-error.ts'
import type { VariantKeys } from '../../media/files/file-urls.ts'
import { listVariants } from '../../media/files/queries.ts'
import { isWithheldFromNft } from '../../media/files/withheld-files.ts'
import { type ListingWithNames, listLatestListings, listListingsOfNft } from '../listings/queries.ts'

/** NFTs with what every presentation needs of their files and creator. The metadata bytes stay in the database. */
export const selectNfts = (db: Db | Tx) =>
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
      'logo.storage_key as creator_logo_key',
    ])
    .select([
      isWithheldFromNft(sql`file`).as('is_file_withheld'),
      isWithheldFromNft(sql`thumbnail`).as('is_thumbnail_withheld'),
    ])

export type NftRow = Awaited<ReturnType<ReturnType<typeof selectNfts>['execute']>>[number]

/** What a presented NFT carries besides its own row. */
export type NftDetails = {
  nft: NftRow
  /** In lists the open one only, in the single NFT the whole history; newest first (docs/rules.md R101). */
  listings: ListingWithNames[]
  latestListing: ListingWithNames | null
  fileVariants: VariantKeys
  thumbnailVariants: VariantKeys
  logoVariants: VariantKeys
  mintIntentId: string | null
  /** Whether the viewer may see files that the media origin withholds from others. */
  getsSignedUrl: boolean
  /** The viewer's own bookmarks; undefined for a visitor. */
  bookmarks: { isFavourite: boolean; isWishlisted: boolean } | undefined
}

type Viewer = { userId: string; isAdmin?: boolean } | null

/**
 * An NFT that was taken down exists for its owner, its creator and admins only.
 * @throws AppError not_found
 */
export async function getNft(db: Db | Tx, id: string, viewer: Viewer): Promise<NftRow> {
  const nft = await selectNfts(db).where('nfts.id', '=', id).executeTakeFirst()
  if (!nft || (nft.taken_down_at && !isConcerned(nft, viewer))) throw notFound('NFT not found')
  return nft
}

const isConcerned = (nft: NftRow, viewer: Viewer): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.userId === nft.owned_by || viewer.userId === nft.created_by)

export async function getNftDetails(db: Db | Tx, id: string, viewer: Viewer): Promise<NftDetails> {
  const nft = await getNft(db, id, viewer)
  const [details] = await listNftDetails(db, [nft], viewer)
  if (!details) throw notFound('NFT not found')
  return { ...details, listings: await listListingsOfNft(db, id) }
}

/** The details of one page of NFTs, in five statements however long the page is. */
export async function listNftDetails(db: Db | Tx, nfts: readonly NftRow[], viewer: Viewer): Promise<NftDetails[]> {
  const ids = nfts.map((nft) => nft.id)
  // One after the other: a transaction is one connection.
  const latest = await listLatestListings(db, ids)
  const variants = await listVariants(
    db,
    nfts.flatMap((nft) => [nft.file_id, nft.thumbnail_file_id, nft.creator_avatar_file_id ?? []].flat()),
  )
  const intents = await listMintIntents(db, ids)
  const favourites = await listBookmarked(db, 'favourites', ids, viewer)
  const wishes = await listBookmarked(db, 'wishlist', ids, viewer)
  return nfts.map((nft) => {
    const latestListing = latest.get(nft.id) ?? null
    const isOpen = latestListing !== null && latestListing.status !== 'SOLD' && latestListing.status !== 'INACTIVE'
    return {
      nft,
      listings: isOpen ? [latestListing] : [],
      latestListing,
      fileVariants: variants.get(nft.file_id) ?? {},
      thumbnailVariants: variants.get(nft.thumbnail_file_id) ?? {},
      logoVariants: variants.get(nft.creator_avatar_file_id ?? '') ?? {},
      mintIntentId: intents.get(nft.id) ?? null,
      getsSignedUrl: isConcerned(nft, viewer),
      bookmarks: viewer ? { isFavourite: favourites.has(nft.id), isWishlisted: wishes.has(nft.id) } : undefined,
    }
  })
}

/** The newest mint intent of each NFT: its `signature_id` on the wire. */
async function listMintIntents(db: Db | Tx, nftIds: readonly string[]): Promise<Map<string, string>> {
  if (nftIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('chain_intents')
    .distinctOn('nft_id')
    .select(['nft_id', 'id'])
    .where('nft_id', 'in', nftIds)
    .where('kind', '=', 'MINT')
    .orderBy('nft_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.nft_id ?? '', row.id]))
}

async function listBookmarked(
  db: Db | Tx,
  table: 'favourites' | 'wishlist',
  nftIds: readonly string[],
  viewer: Viewer,
): Promise<Set<string>> {
  if (!viewer || nftIds.length === 0) return new Set()
  const query = db.selectFrom(table).select('nft_id').where('user_id', '=', viewer.userId)
  const rows = await query.where('nft_id', 'in', nftIds).execute()
  return new Set(rows.map((row) => row.nft_id))
}

export const textMatches = (text: string) => {
  const pattern = `%${escapeLike(text)}%`
  // The first condition uses the trigram index; the others leave out a match across the border of the two fields.
  return sql<boolean>`((nfts.name || ' ' || nfts.description) ilike ${pattern} and (nfts.name ilike ${pattern} or nfts.description ilike ${pattern}))`
}
