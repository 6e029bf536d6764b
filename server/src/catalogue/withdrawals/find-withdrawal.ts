import type { Withdrawal } from '@verso/protocol/nfts/withdrawals'
import { anyWithdrawalPayload } from '../../custody/intents/intent-payloads.ts'
import type { Db, Tx } from '../../db/client.ts'

/** A member's latest withdrawal of an NFT, as it is shown. */
export async function findWithdrawal(db: Db | Tx, nftId: string, userId: string): Promise<Withdrawal | undefined> {
  const row = await db
    .selectFrom('chain_intents')
    .leftJoin('chain_transaction_intents as link', 'link.intent_id', 'chain_intents.id')
    .leftJoin('chain_transactions as sent', 'sent.id', 'link.transaction_id')
    .select([
      'chain_intents.id',
      'chain_intents.payload',
      'chain_intents.status',
      'chain_intents.error',
      'chain_intents.created_at',
      'sent.hash',
    ])
    .where('chain_intents.nft_id', '=', nftId)
    .where('chain_intents.user_id', '=', userId)
    .where('chain_intents.kind', '=', 'WITHDRAW')
    .orderBy('chain_intents.created_at', 'desc')
    .orderBy('sent.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    nft: nftId,
    address: anyWithdrawalPayload.parse(row.payload).to,
    status: row.status,
    error: row.status === 'FAILED' ? row.error : null,
    tx_id: row.hash,
    created_at: row.created_at.toISOString(),
  }
}
