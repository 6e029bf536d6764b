import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/client.ts'
import type { ChainRow } from '../register-chain.ts'
import type { Transfer } from '../../transfers/transfer.ts'

/**
 * Takes out what a reorganisation removed, back to the common block. Our transactions in those blocks are looked up, and
 * if need be sent, again.
 * @returns the transfers that were in them, oldest first
 */
export async function cutBlocks(
  ctx: Context,
  tx: Tx,
  { row, common }: { row: ChainRow; common: number },
): Promise<Transfer[]> {
  ctx.log.warn({ chain: row.chain, from: common + 1, to: row.indexed_block }, 'blocks were reorganised')
  await tx.deleteFrom('chain_blocks').where('chain', '=', row.chain).where('number', '>', common).execute()
  await tx
    .updateTable('chain_transactions')
    .set({ status: 'SENT', block_number: null, block_hash: null, is_success: null, due_at: ctx.clock.now() })
    .where('chain', '=', row.chain)
    .where('status', '=', 'MINED')
    .where('block_number', '>', common)
    .execute()
  const removed = await tx
    .deleteFrom('chain_transfers')
    .where('chain', '=', row.chain)
    .where('block_number', '>', common)
    .returningAll()
    .execute()
  return removed.sort((a, b) => a.block_number - b.block_number || a.log_index - b.log_index)
}
