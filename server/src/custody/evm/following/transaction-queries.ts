import type { LiveChain } from '@verso/protocol/chains'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/client.ts'
import type { ChainTransactionsTable } from '../../../db/types.gen.ts'

export type TransactionRow = Selectable<ChainTransactionsTable>

const LIMIT = 200

/** Transactions that are not mined yet, in nonce order. */
export const listUnmined = (db: Db, chain: LiveChain): Promise<TransactionRow[]> =>
  db
    .selectFrom('chain_transactions')
    .selectAll()
    .where('chain', '=', chain)
    .where('status', 'in', ['SIGNED', 'SENT'])
    .orderBy('nonce')
    .limit(LIMIT)
    .execute()

/** The same transactions with those they replaced: any of the hashes may be the mined one. */
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
