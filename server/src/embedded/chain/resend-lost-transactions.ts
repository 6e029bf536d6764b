import type { EvmChain } from '@verso/protocol/chains'
import type { Db } from '../../db/client.ts'
import type { Logger } from '../../logger.ts'
import type { Anvil } from './anvil.ts'

type LostTransaction = { hash: string; raw: string; block_time: Date | null; block_number: number | null }

/**
 * Puts back the blocks that a crash took, with the stored bytes: in their old order over all signers, and at their old
 * block times, because a signed sale or withdrawal may have expired since. Block numbers and hashes become others, which the
 * indexer notices. Transactions that were in no block yet are the sender's business.
 */
export async function resendLostTransactions(
  db: Db,
  anvil: Anvil,
  { chain, log }: { chain: EvmChain; log: Logger },
): Promise<void> {
  const mined = await db
    .selectFrom('chain_transactions')
    .select(['hash', 'raw', 'block_time', 'block_number'])
    .where('chain', '=', chain)
    .where('status', '=', 'MINED')
    .orderBy('block_number', 'desc')
    .orderBy('transaction_index', 'desc')
    .execute()
  const lost: LostTransaction[] = []
  for (const transaction of mined) {
    // A checkpoint is a prefix of the chain: what is older than one that is there, is there too.
    if (await anvil.request('eth_getTransactionReceipt', [transaction.hash])) break
    lost.push(transaction)
  }
  if (lost.length === 0) return
  for (const transaction of lost.reverse()) await replay(anvil, transaction, log)
  await anvil.request('anvil_setTime', [Math.floor(Date.now() / 1000)])
  await anvil.checkpoint()
  log.info({ chain, transactions: lost.length }, 'the blocks lost in a crash were made again')
}

async function replay(anvil: Anvil, transaction: LostTransaction, log: Logger): Promise<void> {
  const latest = await anvil.request<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])
  const oldTime = Math.floor((transaction.block_time?.getTime() ?? 0) / 1000)
  const time = Math.max(oldTime, Number(latest.timestamp))
  await anvil.request('anvil_setTime', [time - 1])
  await anvil.request('evm_setNextBlockTimestamp', [time])
  try {
    await anvil.request('eth_sendRawTransaction', [transaction.raw])
    await anvil.mineNow()
  } catch (error) {
    // It is rebuilt from its intent once the indexer sees that it is gone.
    log.warn({ hash: transaction.hash, error: (error as Error).message }, 'a lost transaction could not be sent again')
  }
}
