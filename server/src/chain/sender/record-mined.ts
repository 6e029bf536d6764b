import type { TransactionReceipt } from 'viem'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import type { ChainConnection } from '../chain-access.ts'
import type { TransactionRow } from './transaction-queries.ts'

/**
 * The transaction is in a block; others with its nonce never will be. What it did to tokens is the indexer's to see; the
 * intents that move no token are done with it.
 */
export async function recordMined(
  ctx: Context,
  { client }: ChainConnection,
  transaction: TransactionRow,
  receipt: TransactionReceipt,
): Promise<void> {
  const block = await client.getBlock({ blockHash: receipt.blockHash })
  const isSuccess = receipt.status === 'success'
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    await tx
      .updateTable('chain_transactions')
      .set({ status: 'REPLACED', due_at: null, updated_at: now })
      .where('chain', '=', transaction.chain)
      .where('signer', '=', transaction.signer)
      .where('nonce', '=', transaction.nonce)
      .where('id', '<>', transaction.id)
      .where('status', 'in', ['SIGNED', 'SENT'])
      .execute()
    await tx
      .updateTable('chain_transactions')
      .set({
        status: 'MINED',
        block_number: Number(receipt.blockNumber),
        block_hash: receipt.blockHash,
        block_time: new Date(Number(block.timestamp) * 1000),
        transaction_index: receipt.transactionIndex,
        is_success: isSuccess,
        due_at: null,
        updated_at: now,
      })
      .where('id', '=', transaction.id)
      .execute()
    if (!isSuccess) return
    await tx
      .updateTable('chain_intents')
      .set({ status: 'CONFIRMED', due_at: null, updated_at: now })
      .where('kind', 'in', ['CANCEL_LISTINGS', 'SET_CREATOR_PAYOUT'])
      .where('status', '=', 'SENT')
      .where('id', 'in', (eb) =>
        eb.selectFrom('chain_transaction_intents').select('intent_id').where('transaction_id', '=', transaction.id),
      )
      .execute()
  })
  if (!isSuccess) ctx.log.warn({ chain: transaction.chain, hash: transaction.hash }, 'a transaction reverted')
}

/** No transaction of ours can get into a block with this nonce any more. */
export async function dropTransactions(ctx: Context, { chain, signer, nonce }: TransactionRow): Promise<void> {
  ctx.log.warn({ chain, signer, nonce }, 'a nonce was used by somebody else; its work is sent anew')
  await ctx.db
    .updateTable('chain_transactions')
    .set({ status: 'DROPPED', due_at: null, updated_at: ctx.clock.now() })
    .where('chain', '=', chain)
    .where('signer', '=', signer)
    .where('nonce', '=', nonce)
    .where('status', 'in', ['SIGNED', 'SENT', 'REPLACED'])
    .execute()
}
