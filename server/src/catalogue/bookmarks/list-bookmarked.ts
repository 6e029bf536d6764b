import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countRows } from '../../db/count-rows.ts'
import { invalidField } from '../../http/app-error.ts'
import { decodeCursor, pageOf } from '../../http/page.ts'
import { listDetailsInOrder, type NftDetails } from '../nfts/queries.ts'
import type { BookmarkTable } from './set-bookmark.ts'

type Page = { table: BookmarkTable; viewer: { userId: string }; limit: number; cursor?: string }

/** The NFTs a member has bookmarked, the newest bookmark first. */
export async function listBookmarked(
  db: Db,
  page: Page,
): Promise<{ details: NftDetails[]; nextCursor: string | null; total: number }> {
  const { table, viewer, limit } = page
  const cursor = decodeCursor(page.cursor)
  if (cursor && !/^\d{1,16}$/.test(cursor.key)) throw invalidField('cursor', 'Invalid cursor')
  const all = db
    .selectFrom(table)
    .innerJoin('nfts', 'nfts.id', `${table}.nft_id`)
    .where(`${table}.user_id`, '=', viewer.userId)
    .where('nfts.taken_down_at', 'is', null)
  const at = sql`${sql.ref(`${table}.created_at`)}`
  const start =
    cursor &&
    sql<boolean>`(${at}, nfts.id) < ('epoch'::timestamptz + ${cursor.key}::bigint * interval '1 microsecond', ${cursor.id})`
  const found = await all
    .$if(start !== undefined, (query) => query.where(start ?? sql.lit(true)))
    .select(['nfts.id', sql<string>`(extract(epoch from ${at}) * 1000000)::bigint::text`.as('sort_key')])
    .orderBy(at, 'desc')
    .orderBy('nfts.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { rows, nextCursor } = pageOf(found, limit, (row) => ({ key: row.sort_key, id: row.id }))
  return {
    details: await listDetailsInOrder(
      db,
      rows.map((row) => row.id),
      viewer,
    ),
    nextCursor,
    total: await countRows(db, all),
  }
}
