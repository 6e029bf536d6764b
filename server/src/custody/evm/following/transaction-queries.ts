import type { LiveChain } from '@verso/protocol/chains'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/client.ts'
import type { ChainTransactionsTable } from '../../../db/types.gen.ts'

export type TransactionRow = Selectable<ChainTransactionsTable>

const LIMIT = 200

/** What is in no block yet, in the order in which it has to get there. */
export const listUnmined = (db: Db, chain: LiveChain): Promise<TransactionRow[]> =>
  db
    .selectFrom('chain_transactions')
    .selectAll()
    .where('chain', '=', chain)
    .where('status', 'in', ['SIGNED', 'SENT'])
    .orderBy('nonce')
    .limit(LIMIT)
    .execute()

/** The same transactions with all that were replaced by them: any of the hashes may be the one in the block. */
export const listSameNonce = (db: Db, transactions: TransactionRow[]): Promise<TransactionRow[]> =>
  db
    .selectFrom('chain_transactions')
    .selectAll()
    .where('chain', '=', transactions[0]?.chain ?? '')
    .where('signer', '=', transactions[0]?.signer ?? '')
    .where(
      'nonce',
      'in',
      transactions.map((transaction) => transaction.nonce),
    )
    .where('status', 'in', ['SIGNED', 'SENT', 'REPLACED'])
    .execute()
