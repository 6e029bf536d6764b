import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { conflict, notFound } from '../../http/app-error.ts'

/**
 * What shows a work and what blocks its bytes happen one after the other: a work that is approved first is found by the
 * block, and an approval that comes after it is refused.
 * @throws AppError not_found
 */
export async function lockBytes(tx: Tx, nftId: string): Promise<{ file: string; thumbnail: string }> {
  const hashes = await tx
    .selectFrom('nfts')
    .innerJoin('files as file', 'file.id', 'nfts.file_id')
    .innerJoin('files as thumbnail', 'thumbnail.id', 'nfts.thumbnail_file_id')
    .select(['file.sha256 as file', 'thumbnail.sha256 as thumbnail'])
    .where('nfts.id', '=', nftId)
    .executeTakeFirst()
  if (!hashes) throw notFound('NFT not found')
  for (const sha256 of [...new Set([hashes.file, hashes.thumbnail])].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`bytes:${sha256}`}, 0))`.execute(tx)
  return hashes
}

/** @throws AppError conflict */
export async function assertNotBlocked(tx: Tx, nftId: string): Promise<void> {
  const { file, thumbnail } = await lockBytes(tx, nftId)
  const query = tx.selectFrom('blocked_bytes').select('sha256').where('sha256', 'in', [file, thumbnail])
  if (await query.executeTakeFirst()) throw conflict('The bytes of this work are blocked. Unblock them first.')
}

/** Which of these works have a file whose bytes are blocked. */
export async function findBlocked(db: Db, nftIds: string[]): Promise<Set<string>> {
  if (nftIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('nfts')
    .innerJoin('files', 'files.id', 'nfts.file_id')
    .innerJoin('blocked_bytes', 'blocked_bytes.sha256', 'files.sha256')
    .select('nfts.id')
    .where('nfts.id', 'in', nftIds)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
