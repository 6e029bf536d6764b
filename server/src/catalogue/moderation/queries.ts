import { LIST_TOTAL_MAX } from '@verso/protocol/limits'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countRows } from '../../db/count-rows.ts'
import { timeKey, timeOfKey } from '../../db/times.ts'
import { decodeTimeCursor, pageOf } from '../../http/page.ts'
import { listDetailsInOrder, type NftDetails } from '../nfts/queries.ts'

export type Report = {
  id: string
  nft_id: string
  reason: string
  text: string
  created_at: Date
  reporter_id: string | null
  display_name: string | null
  first_name: string | null
}
export type QueueItem = { details: NftDetails; waitingSince: Date; reports: Report[]; duplicates: NftDetails[] }

const DUPLICATES_SHOWN = 10

/** NFTs that wait for a person: to be approved, reported, or with a listing to approve. One index each, so never a scan. */
const MADE = sql`from nfts where approval = 'PENDING' and taken_down_at is null`
const REPORTED = sql`from reports join nfts on nfts.id = reports.nft_id
  where reports.status = 'OPEN' and nfts.taken_down_at is null`
const LISTED = sql`from listings join nfts on nfts.id = listings.nft_id
  where listings.status = 'PENDING_APPROVAL' and nfts.taken_down_at is null`

/** Since when they do. */
const waiting = sql<{ id: string; since: Date }>`
  select id, min(since) as since from (
    select id, created_at as since ${MADE}
    union all select nfts.id, reports.created_at ${REPORTED}
    union all select nfts.id, listings.created_at ${LISTED}
  ) as reasons group by id`

/** The queue, longest waiting first; all that is known about a work in one item. */
export async function listModerationQueue(
  db: Db,
  page: { viewer: { userId: string; isAdmin?: boolean }; limit: number; cursor?: string },
): Promise<{ items: QueueItem[]; nextCursor: string | null; total: number }> {
  const cursor = decodeTimeCursor(page.cursor)
  const after = cursor ? sql`where (since, id) > (${timeOfKey(cursor.key)}, ${cursor.id})` : sql``
  const found = await sql<{ id: string; since: Date; sort_key: string }>`
    select id, since, ${timeKey(sql`since`)} as sort_key
    from (${waiting}) as waiting ${after} order by waiting.since, id limit ${page.limit + 1}`.execute(db)
  const { rows, nextCursor } = pageOf(found.rows, page.limit, (row) => ({ key: row.sort_key, id: row.id }))
  const ids = rows.map((row) => row.id)
  const since = new Map(rows.map((row) => [row.id, row.since]))
  const [details, reports, duplicates] = [
    await listDetailsInOrder(db, ids, page.viewer),
    await listReports(db, ids),
    await listDuplicates(db, ids, page.viewer),
  ]
  const items = details.map((one) => ({
    details: one,
    waitingSince: since.get(one.nft.id) ?? one.nft.created_at,
    reports: reports.filter((report) => report.nft_id === one.nft.id),
    duplicates: duplicates.get(one.nft.id) ?? [],
  }))
  return { items, nextCursor, total: await countWaiting(db) }
}

/** Of each reason no more are read than are counted, and none of those that an earlier reason counts. */
export function countWaiting(db: Db): Promise<number> {
  const limit = sql.lit(LIST_TOTAL_MAX + 1)
  const isDecided = sql`nfts.approval <> 'PENDING'`
  return countRows(
    db,
    sql`(select id ${MADE} limit ${limit})
      union all (select nfts.id ${REPORTED} and ${isDecided} and not exists (
        select from reports earlier where earlier.nft_id = nfts.id and earlier.status = 'OPEN' and earlier.id < reports.id) limit ${limit})
      union all (select nfts.id ${LISTED} and ${isDecided}
        and not exists (select from reports where nft_id = nfts.id and status = 'OPEN') limit ${limit})`,
  )
}

async function listReports(db: Db, nftIds: string[]): Promise<Report[]> {
  if (nftIds.length === 0) return []
  return db
    .selectFrom('reports')
    .leftJoin('users', 'users.id', 'reports.reporter_id')
    .select([
      'reports.id',
      'nft_id',
      'reason',
      'text',
      'reports.created_at',
      'reporter_id',
      'display_name',
      'first_name',
    ])
    .where('nft_id', 'in', nftIds)
    .where('reports.status', '=', 'OPEN')
    .orderBy('reports.created_at')
    .execute()
}

/**
 * The oldest NFTs of other creators with exactly the same bytes, and of the same creator those that were taken down: there
 * may be thousands, and the first tells enough.
 */
async function listDuplicates(
  db: Db,
  nftIds: string[],
  viewer: { userId: string; isAdmin?: boolean },
): Promise<Map<string, NftDetails[]>> {
  if (nftIds.length === 0) return new Map()
  const { rows } = await sql<{ of_nft_id: string; ids: string[] }>`
    select nft.id as of_nft_id, array(
      select other.id from files same
      cross join lateral (
        select id, created_at from nfts
        where file_id = same.id and id <> nft.id and (created_by <> nft.created_by or taken_down_at is not null)
        order by created_at limit ${DUPLICATES_SHOWN}
      ) other
      where same.sha256 = file.sha256 order by other.created_at limit ${DUPLICATES_SHOWN}
    ) as ids
    from nfts nft
    join files file on file.id = nft.file_id
    where nft.id in (${sql.join(nftIds)})`.execute(db)
  const others = await listDetailsInOrder(db, [...new Set(rows.flatMap(({ ids }) => ids))], viewer)
  const byId = new Map(others.map((other) => [other.nft.id, other]))
  return new Map(rows.map(({ of_nft_id, ids }) => [of_nft_id, ids.flatMap((id) => byId.get(id) ?? [])]))
}
