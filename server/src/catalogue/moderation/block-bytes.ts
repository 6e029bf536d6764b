import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordAudit } from '../../audit/audit.ts'
import { lockBytes } from '../../media/files/blocked-bytes.ts'
import { decideNft, type DecisionInput } from './decide-nft.ts'

type Input = Omit<DecisionInput, 'approved' | 'taken_down'> & { blocked: boolean }

/**
 * Blocks the bytes of an NFT everywhere: no file with them is served, of any member and any age, and every
 * NFT made of them is taken down, so that its creator is told and it cannot be bought. Unblocking leaves those NFTs to be
 * restored one by one.
 * @returns how many NFTs were taken down
 */
export async function blockBytes(ctx: Context, tx: Tx, input: Input): Promise<number> {
  const { nftId, adminId, reason = '', requestId, blocked } = input
  const { file: sha256 } = await lockBytes(tx, nftId)
  const isChanged = blocked
    ? await insertBlock(tx, { sha256, nft_id: nftId, blocked_by: adminId, reason, blocked_at: ctx.clock.now() })
    : await deleteBlock(tx, sha256)
  if (!isChanged) return 0
  const action = blocked ? 'bytes.blocked' : 'bytes.unblocked'
  const subject = { type: 'nft', id: nftId }
  await recordAudit(ctx, tx, { actorId: adminId, action, subject, after: { sha256, reason }, requestId })
  if (!blocked) return 0
  const nfts = await listNfts(tx, sha256)
  for (const { id } of nfts) await decideNft(ctx, tx, { ...input, nftId: id, taken_down: true })
  return nfts.length
}

type Block = { sha256: string; nft_id: string; blocked_by: string; reason: string; blocked_at: Date }

async function insertBlock(tx: Tx, row: Block): Promise<boolean> {
  const query = tx
    .insertInto('blocked_bytes')
    .values(row)
    .onConflict((conflicting) => conflicting.doNothing())
  return (await query.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
}

async function deleteBlock(tx: Tx, sha256: string): Promise<boolean> {
  return (await tx.deleteFrom('blocked_bytes').where('sha256', '=', sha256).executeTakeFirst()).numDeletedRows === 1n
}

/** In the order of their ids, so that two admins lock them in the same order. */
async function listNfts(tx: Tx, sha256: string): Promise<{ id: string }[]> {
  const usedAs = (column: RawBuilder<unknown>) =>
    sql`select nfts.id from files join nfts on ${column} = files.id where files.sha256 = ${sha256} and taken_down_at is null`
  const { rows } = await sql<{ id: string }>`
    ${usedAs(sql`nfts.file_id`)} union ${usedAs(sql`nfts.thumbnail_file_id`)} order by id`.execute(tx)
  return rows
}
