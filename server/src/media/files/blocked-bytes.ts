import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { conflict, invalidField, notFound } from '../../http/app-error.ts'

type Hashes = { file: string; thumbnail: string }
const BLOCKED_FILE = 'This file is blocked and cannot be used'

/**
 * Serialises creating, minting or showing an NFT with blocking its bytes: an NFT that comes first is found by the block, and
 * one that comes later is refused. Taken before the lock of the NFT, which the block takes second.
 * @throws AppError not_found
 */
export async function lockBytes(tx: Tx, nftId: string): Promise<Hashes> {
  const [hashes] = await listHashes(tx, [nftId])
  if (!hashes) throw notFound('NFT not found')
  await lockHashes(tx, [hashes.file, hashes.thumbnail])
  return hashes
}

/** @throws AppError conflict */
export async function assertNotBlocked(tx: Tx, nftId: string): Promise<void> {
  if (await areBytesBlocked(tx, await lockBytes(tx, nftId)))
    throw conflict('The bytes of this work are blocked. Unblock them first.')
}

/** @throws AppError invalid, at the field of the file */
export async function assertUsable(tx: Tx, hashes: Hashes): Promise<void> {
  await lockHashes(tx, [hashes.file, hashes.thumbnail])
  const blocked = await listBlocked(tx, [hashes.file, hashes.thumbnail])
  if (blocked.has(hashes.file)) throw invalidField('file', BLOCKED_FILE)
  if (blocked.has(hashes.thumbnail)) throw invalidField('thumbnail', BLOCKED_FILE)
}

export async function areBytesBlocked(tx: Tx, { file, thumbnail }: Hashes): Promise<boolean> {
  return (await listBlocked(tx, [file, thumbnail])).size > 0
}

/** Before these NFTs are minted: a block of their bytes waits for the transaction. */
export async function lockBytesOf(tx: Tx, nftIds: string[]): Promise<void> {
  const hashes = await listHashes(tx, nftIds)
  await lockHashes(
    tx,
    hashes.flatMap(({ file, thumbnail }) => [file, thumbnail]),
  )
}

/** Those of these NFTs that have blocked bytes, as file or thumbnail, and so get no token. */
export async function findBlocked(db: Db | Tx, nftIds: string[]): Promise<Set<string>> {
  const hashes = await listHashes(db, nftIds)
  const blocked = await listBlocked(
    db,
    hashes.flatMap(({ file, thumbnail }) => [file, thumbnail]),
  )
  return new Set(
    hashes.filter(({ file, thumbnail }) => blocked.has(file) || blocked.has(thumbnail)).map(({ id }) => id),
  )
}

async function listHashes(db: Db | Tx, nftIds: string[]): Promise<(Hashes & { id: string })[]> {
  if (nftIds.length === 0) return []
  return db
    .selectFrom('nfts')
    .innerJoin('files as file', 'file.id', 'nfts.file_id')
    .innerJoin('files as thumbnail', 'thumbnail.id', 'nfts.thumbnail_file_id')
    .select(['nfts.id', 'file.sha256 as file', 'thumbnail.sha256 as thumbnail'])
    .where('nfts.id', 'in', nftIds)
    .execute()
}

/** In the order of the hashes, so that two transactions lock them in the same order. */
async function lockHashes(tx: Tx, hashes: string[]): Promise<void> {
  for (const sha256 of [...new Set(hashes)].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`bytes:${sha256}`}, 0))`.execute(tx)
}

async function listBlocked(db: Db | Tx, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db.selectFrom('blocked_bytes').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}
