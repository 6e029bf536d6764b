import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { countOf } from '../../db/count-rows.ts'
import { decodeCursor, pageOf } from '../../http/page.ts'
import { estimateText, findText } from '../nfts/find-text.ts'
import { listDetailsInOrder, type NftDetails } from '../nfts/queries.ts'
import { findBlocked } from '../../media/files/blocked-bytes.ts'

type Query = {
  search?: string | undefined
  taken_down?: boolean | undefined
  limit: number
  cursor?: string | undefined
}

/** Any NFT, newest first; also those taken down, which only admins find. */
export async function listAnyNfts(
  db: Db,
  { search, taken_down, limit, cursor, viewer }: Query & { viewer: { userId: string; isAdmin?: boolean } },
): Promise<{
  nfts: { details: NftDetails; reason: string | null; isBlocked: boolean }[]
  nextCursor: string | null
  total: number
}> {
  let selection = db.selectFrom('nfts')
  if (taken_down !== undefined)
    selection = selection.where(
      taken_down ? sql<boolean>`nfts.taken_down_at is not null` : sql<boolean>`nfts.taken_down_at is null`,
    )
  const isId = z.uuid().safeParse(search).success
  if (isId) selection = selection.where('nfts.id', '=', search ?? '')
  const text = search && !isId ? await estimateText(db, search, selection) : undefined
  const after = decodeCursor(cursor)
  // Ids sort by time, so the id alone is the place.
  const ordered = selection.orderBy('nfts.id', 'desc')
  const paged = (rows: typeof selection) =>
    (after ? rows.where('nfts.id', '<', after.id) : rows).orderBy('nfts.id', 'desc').select('nfts.id')
  const { page, total, tables } = text
    ? findText(db, text, { all: selection, ordered, paged, columns: ['id'], limit: limit + 1 })
    : { page: paged(selection).limit(sql.lit(limit + 1)), total: countOf(selection), tables: undefined }
  const { rows: answers } = await sql<{ ids: string[]; total: number }>`
    ${tables ? sql`with ${tables}` : sql``}
    select array(select id from (${page}) as page order by id desc) as ids, ${total} as total`.execute(db)
  const [found] = answers
  const { rows: ids, nextCursor } = pageOf(found?.ids ?? [], limit, (id) => ({ key: '', id }))
  const details = await listDetailsInOrder(db, ids, viewer)
  const reasons = await listReasons(db, ids)
  const blocked = await findBlocked(db, ids)
  const nfts = details.map((one) => ({
    details: one,
    reason: reasonOf(one, reasons),
    isBlocked: blocked.has(one.nft.id),
  }))
  return { nfts, nextCursor, total: found?.total ?? 0 }
}

type Reason = { nft_id: string; decision: string; reason: string | null }

/** Why each NFT was refused or taken down last. */
async function listReasons(db: Db, nftIds: string[]): Promise<Reason[]> {
  if (nftIds.length === 0) return []
  return db
    .selectFrom('moderation_decisions')
    .distinctOn(['nft_id', 'decision'])
    .select(['nft_id', 'decision', 'reason'])
    .where('nft_id', 'in', nftIds)
    .where('decision', 'in', ['REFUSED', 'TAKEN_DOWN'])
    .orderBy('nft_id')
    .orderBy('decision')
    .orderBy('created_at', 'desc')
    .execute()
}

function reasonOf({ nft }: NftDetails, reasons: Reason[]): string | null {
  const decision = nft.taken_down_at ? 'TAKEN_DOWN' : nft.approval
  return reasons.find((one) => one.nft_id === nft.id && one.decision === decision)?.reason || null
}
