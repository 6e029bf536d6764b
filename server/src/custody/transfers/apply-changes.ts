import type { Chain } from '@verso/protocol/chains'
import type { Tx } from '../../db/client.ts'
import type { CustodyContext } from '../outcomes.ts'
import { applyTransfers } from './apply-transfers.ts'
import { isSameMove, type Transfer } from './transfer.ts'
import { undoTransfer } from './undo-transfer.ts'
import { writeOwners } from './write-owners.ts'

const INSERT_CHUNK = 1_000

/**
 * Does all that follows from what was read of a chain: stores the transfers, takes back what vanished with those that were
 * removed, and completes what waited for those that are new. One that merely is in another block now stays as it is.
 */
export async function applyChanges(
  ctx: CustodyContext,
  tx: Tx,
  chain: Chain,
  { removed, transfers }: { removed: Transfer[]; transfers: Transfer[] },
): Promise<void> {
  const vanished = removed.filter((old) => !transfers.some((transfer) => isSameMove(old, transfer)))
  const fresh = transfers.filter((transfer) => !removed.some((old) => isSameMove(old, transfer)))
  await insertChunks(transfers, (values) => tx.insertInto('chain_transfers').values(values).execute())
  for (const transfer of vanished.reverse()) await undoTransfer(ctx, tx, transfer)
  const tokenIds = new Set([...vanished, ...fresh].map((transfer) => transfer.token_id))
  await writeOwners(ctx, tx, chain, [...tokenIds])
  await applyTransfers(ctx, tx, chain, fresh)
}

export async function insertChunks<T>(rows: T[], insert: (chunk: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_CHUNK) await insert(rows.slice(start, start + INSERT_CHUNK))
}
