import type { Signature } from '@solana/kit'
import type { Tx } from '../../../db/client.ts'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { applyChanges } from '../../transfers/apply-changes.ts'
import { lockChain } from '../moves.ts'
import type { Position } from './position.ts'

const MOST_AT_ONCE = 256

/**
 * Signatures of stored transfers that are final by their slot, and that the node does not know: the fork that they were on was
 * dropped. That the network has gone past their slot for good makes it certain; a fork without final blocks may come back.
 */
export async function findVanished(
  { db, log }: CustodyContext,
  { rpc, isEmbedded }: SolanaConnection,
  { row, finalized }: { row: Position; finalized: number },
): Promise<string[]> {
  // Embedded: nothing that was answered is ever lost.
  if (isEmbedded) return []
  const recent = await db
    .selectFrom('chain_transfers')
    .select('transaction_hash')
    .distinct()
    .where('chain', '=', 'SOL')
    .where('block_number', '>', row.finalized_block)
    .where('block_number', '<=', finalized)
    .limit(MOST_AT_ONCE)
    .execute()
  if (recent.length === 0) return []
  const hashes = recent.map((transfer) => transfer.transaction_hash)
  const { context, value } = await rpc
    .getSignatureStatuses(hashes as Signature[], { searchTransactionHistory: true })
    .send()
  if (context.slot < finalized) return []
  const vanished = hashes.filter((_hash, index) => value[index] === null)
  if (vanished.length > 0) log.warn({ chain: 'SOL', hashes: vanished }, 'transactions were on a fork that was dropped')
  return vanished
}

/** What they did is undone, and ours are sent again: their nonces have moved back with the fork. */
export async function takeOut(ctx: CustodyContext, tx: Tx, hashes: string[]): Promise<void> {
  await lockChain(tx)
  await tx
    .updateTable('chain_transactions')
    .set({ status: 'SENT', block_number: null, is_success: null, due_at: ctx.clock.now() })
    .where('chain', '=', 'SOL')
    .where('hash', 'in', hashes)
    .where('status', '=', 'MINED')
    .execute()
  const removed = await tx
    .deleteFrom('chain_transfers')
    .where('chain', '=', 'SOL')
    .where('transaction_hash', 'in', hashes)
    .returningAll()
    .execute()
  removed.sort((a, b) => a.block_number - b.block_number || a.log_index - b.log_index)
  await applyChanges(ctx, tx, 'SOL', { removed, transfers: [] })
}
