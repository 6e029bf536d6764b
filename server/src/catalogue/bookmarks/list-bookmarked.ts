import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countOf } from '../../db/count-rows.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import { timeKey, timeOfKey } from '../../db/times.ts'
import { decodeTimeCursor, pageOf } from '../../http/page.ts'
import type { Reader, Viewer } from '../../http/viewer.ts'
import {
  knownOf,
  type ReaderValues,
  readerValues,
  toViewer,
  viewerParts,
  type ViewerRow,
} from '../../identity/sessions/viewer-row.ts'
import { type DetailsRow, type NftDetails, selectDetails, toDetails } from '../nfts/queries.ts'
import type { BookmarkTable } from './set-bookmark.ts'

type Page = { table: BookmarkTable; limit: number; cursor?: string | undefined }
type Values = ReaderValues & { key?: string; id?: string }
type Row = { viewer: ViewerRow | null; total: number; nfts: (DetailsRow & { sort_key: string })[] }
const pages = createStatements<Values, Row>()

/** The NFTs that the reader has bookmarked, the newest bookmark first, and the reader. */
export async function listBookmarked(
  db: Db,
  { table, limit, cursor: place }: Page,
  reader: Reader,
): Promise<{ details: NftDetails[]; nextCursor: string | null; total: number; viewer: Viewer | null }> {
  const cursor = decodeTimeCursor(place)
  const [row] = await pages(db, {
    shape: `${table} ${limit}`,
    values: { ...readerValues(reader), ...(cursor && { key: cursor.key, id: cursor.id }) },
    build: (given) => buildPage(db, { table, limit }, given),
  })
  const { nfts, total, viewer: viewerRow } = row as Row
  const viewer = toViewer(viewerRow)
  const { rows, nextCursor } = pageOf(nfts, limit, ({ sort_key, id }) => ({ key: sort_key, id }))
  const known = knownOf(reader, viewer)
  return { details: toDetails(rows, known), nextCursor, total, viewer }
}

function buildPage(db: Db, { table, limit }: { table: BookmarkTable; limit: number }, { key, id, ...given }: Values) {
  const { tables, row: viewer, id: viewerId } = viewerParts(given)
  // Asked of each bookmark, in the order of their index: joined, all NFTs are read for the total, and all bookmarks are sorted for a page.
  const all = sql`from ${sql.table(table)} as mine
    where mine.user_id = ${viewerId} and (select nfts.taken_down_at is null from nfts where nfts.id = mine.nft_id)`
  const start = key === undefined ? sql`` : sql`and (mine.created_at, mine.nft_id) < (${timeOfKey(key)}, ${id}::uuid)`
  const nfts = selectDetails(db, viewerId)
    .innerJoin(sql<{ id: string; created_at: Date; sort_key: string }>`page`.as('page'), 'page.id', 'nfts.id')
    .select(['page.sort_key', 'page.created_at as marked_at'])
  return sql`with ${tables} page as materialized (
      select mine.nft_id as id, mine.created_at, ${timeKey(sql`mine.created_at`)} as sort_key ${all} ${start}
      order by mine.created_at desc, mine.nft_id desc limit ${sql.lit(limit + 1)})
    select ${viewer} as viewer, ${countOf(sql`select ${all}`)} as total,
      (select coalesce(json_agg(shown order by shown.marked_at desc, shown.id desc), '[]') from (${nfts}) as shown) as nfts`.compile(
    db,
  )
}
