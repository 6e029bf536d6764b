import type { EvmChain } from '@verso/protocol/chains'
import type { TransactionReceipt } from 'viem'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { inTransaction, type Tx } from '../../../db/client.ts'
import type { Context } from '../../../context.ts'
import type { TransactionRow } from './transaction-queries.ts'

/**
 * The transaction is mined, so no other with its nonce can be. The indexer handles token transfers; intents that move no
 * token are confirmed here. A node may answer from an abandoned fork: a receipt whose block differs from the indexed one
 * is ignored.
 */
export async function recordMined(
  ctx: Context,
  { chain, client }: EvmConnection,
  transaction: TransactionRow,
  receipt: TransactionReceipt,
): Promise<void> {
  const block = await client.getBlock({ blockNumber: receipt.blockNumber })
  const isSuccess = receipt.status === 'success'
  const isRecorded = await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const indexedHash = await findIndexedHash(tx, chain, receipt.blockNumber)
    if (block.hash !== receipt.blockHash || (indexedHash ?? block.hash) !== block.hash) return false
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
    if (!isSuccess) return true
    await tx
      .updateTable('chain_intents')
      .set({ status: 'CONFIRMED', error: null, due_at: null, updated_at: now })
      .where('kind', 'in', ['CANCEL_LISTINGS', 'SET_CREATOR_PAYOUT'])
      .where('status', '=', 'SENT')
      .where('id', 'in', (eb) =>
        eb.selectFrom('chain_transaction_intents').select('intent_id').where('transaction_id', '=', transaction.id),
      )
      .execute()
    return true
  })
  const where = { chain, hash: transaction.hash, block: Number(receipt.blockNumber) }
  if (!isRecorded)
    ctx.log.info(where, 'a receipt is of a block that is not on the chain that was read; it is looked up again')
  else if (!isSuccess) ctx.log.warn(where, 'a transaction reverted')
}

/** The lock keeps the indexer from reading on meanwhile, so the set of stored blocks does not change. */
async function findIndexedHash(tx: Tx, chain: EvmChain, blockNumber: bigint): Promise<string | undefined> {
  await tx.selectFrom('chains').select('chain').where('chain', '=', chain).forShare().executeTakeFirstOrThrow()
  const block = tx.selectFrom('chain_blocks').select('hash').where('chain', '=', chain)
  return (await block.where('number', '=', Number(blockNumber)).executeTakeFirst())?.hash
}

/** No transaction of ours with this nonce can have an effect any more. */
export async function dropTransactions(
  ctx: Context,
  { chain, signer, nonce }: TransactionRow,
  reason: string,
): Promise<void> {
  ctx.log.warn({ chain, signer, nonce }, `${reason}; its intents are sent again`)
  await ctx.db
    .updateTable('chain_transactions')
    .set({ status: 'DROPPED', due_at: null, updated_at: ctx.clock.now() })
    .where('chain', '=', chain)
    .where('signer', '=', signer)
    .where('nonce', '=', nonce)
    .where('status', 'in', ['SIGNED', 'SENT', 'REPLACED'])
    .execute()
}
