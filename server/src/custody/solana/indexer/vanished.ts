import type { Signature } from '@solana/kit'
import type { Tx } from '../../../db/client.ts'
import type { SolanaConnection } from '../../../gateways/chain/solana-connection.ts'
import type { CustodyContext } from '../../outcomes.ts'
import { applyChanges } from '../../transfers/apply-changes.ts'
import { lockChain } from '../moves.ts'
import { listInPlace } from './list-in-place.ts'
import type { Position } from './position.ts'

const MOST_AT_ONCE = 256

export type Checked = {
  vanished: string[]
  /** No transfer up to this slot is on a dropped fork but those. */
  checkedTo: number
}

/**
 * Signatures of stored transfers that are final by their slot, and that the node does not know, nor the place of their token tells of: the
 * fork that they were on was dropped. A node that keeps no history knows none. That the network has gone past their slot for good makes it certain; a fork without final blocks may come back.
 */
export async function findVanished(
  { db, log }: Pick<CustodyContext, 'db' | 'log'>,
  connection: Pick<SolanaConnection, 'rpc' | 'isEmbedded'>,
  { row, finalized }: { row: Position; finalized: number },
): Promise<Checked> {
  // Embedded: nothing that was answered is ever lost.
  if (connection.isEmbedded) return { vanished: [], checkedTo: finalized }
  const recent = await db
    .selectFrom('chain_transfers')
    .select(['transaction_hash', 'block_number'])
    .distinct()
    .where('chain', '=', 'SOL')
    .where('block_number', '>', row.finalized_block)
    .where('block_number', '<=', finalized)
    .orderBy('block_number')
    // All of the last slot.
    .fetch(MOST_AT_ONCE, 'with ties')
    .execute()
  const hashes = recent.map((transfer) => transfer.transaction_hash)
  const unknown = await listUnknown(connection, hashes, finalized)
  // The node lags: whether they are gone is asked again.
  if (!unknown) return { vanished: [], checkedTo: row.finalized_block }
  const inPlace = await listInPlace(db, connection, { hashes: unknown, slot: finalized })
  if (inPlace.size > 0) log.warn({ chain: 'SOL', count: inPlace.size }, 'the node does not remember what it has done')
  const vanished = unknown.filter((hash) => !inPlace.has(hash))
  if (vanished.length > 0) log.warn({ chain: 'SOL', hashes: vanished }, 'transactions were on a fork that was dropped')
  const last = recent.at(-1)
  return { vanished, checkedTo: last && recent.length >= MOST_AT_ONCE ? last.block_number : finalized }
}

/** @returns undefined when the node has not come to that slot yet */
async function listUnknown(
  { rpc }: Pick<SolanaConnection, 'rpc'>,
  hashes: string[],
  slot: number,
): Promise<string[] | undefined> {
  const unknown: string[] = []
  for (let start = 0; start < hashes.length; start += MOST_AT_ONCE) {
    const asked = hashes.slice(start, start + MOST_AT_ONCE)
    const { context, value } = await rpc
      .getSignatureStatuses(asked as Signature[], { searchTransactionHistory: true })
      .send()
    if (context.slot < slot) return undefined
    unknown.push(...asked.filter((_hash, index) => value[index] === null))
  }
  return unknown
}

/** Undoes what these transactions did, and has ours sent again: their nonces have moved back with the fork. */
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
