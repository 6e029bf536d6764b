import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordAudit } from '../../audit/audit.ts'
import { lockBytes } from '../../media/files/blocked-bytes.ts'
import { decideNft, type DecisionInput } from './decide-nft.ts'
import { mayBeUp } from './taken-down.ts'

type Input = Omit<DecisionInput, 'approved' | 'taken_down'> & { blocked: boolean }

/**
 * Blocks the bytes of an NFT everywhere: no file with them is served, of any member and any age, and every
 * NFT made of them is taken down, so that its creator is told and it cannot be bought. Unblocking, of the file and the thumbnail, leaves those
 * NFTs to be restored one by one.
 * @returns how many NFTs were taken down
 */
export async function blockBytes(ctx: Context, tx: Tx, input: Input): Promise<number> {
  const { nftId, adminId, reason = '', requestId, blocked } = input
  const { file, thumbnail } = await lockBytes(tx, nftId)
  const block = { sha256: file, nft_id: nftId, blocked_by: adminId, reason, blocked_at: ctx.clock.now() }
  const changed = blocked ? await insertBlock(tx, block) : await deleteBlocks(tx, [file, thumbnail])
  const action = blocked ? 'bytes.blocked' : 'bytes.unblocked'
  const subject = { type: 'nft', id: nftId }
  for (const sha256 of changed)
    await recordAudit(ctx, tx, { actorId: adminId, action, subject, after: { sha256, reason }, requestId })
  if (!blocked || changed.length === 0) return 0
  const nfts = await listNfts(tx, file)
  for (const { id } of nfts) await decideNft(ctx, tx, { ...input, nftId: id, taken_down: true })
  return nfts.length
}

type Block = { sha256: string; nft_id: string; blocked_by: string; reason: string; blocked_at: Date }

/** @returns the hash when it was not blocked yet */
async function insertBlock(tx: Tx, row: Block): Promise<string[]> {
  const query = tx
    .insertInto('blocked_bytes')
    .values(row)
    .onConflict((conflicting) => conflicting.doNothing())
  return hashesOf(await query.returning('sha256').execute())
}

/** @returns those of the hashes that were blocked */
const deleteBlocks = async (tx: Tx, hashes: string[]): Promise<string[]> =>
  hashesOf(await tx.deleteFrom('blocked_bytes').where('sha256', 'in', hashes).returning('sha256').execute())

const hashesOf = (rows: { sha256: string }[]): string[] => rows.map(({ sha256 }) => sha256)

/** In the order of their ids, so that two admins lock them in the same order. */
async function listNfts(tx: Tx, sha256: string): Promise<{ id: string }[]> {
  const usedAs = (column: RawBuilder<unknown>) =>
    sql`select nfts.id from files join nfts on ${column} = files.id where files.sha256 = ${sha256} and ${mayBeUp}`
  const { rows } = await sql<{ id: string }>`
    ${usedAs(sql`nfts.file_id`)} union ${usedAs(sql`nfts.thumbnail_file_id`)} order by id`.execute(tx)
  return rows
}
