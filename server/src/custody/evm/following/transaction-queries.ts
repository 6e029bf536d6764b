import type { EvmChain } from '@verso/protocol/chains'
import type { NotNull, Selectable } from 'kysely'
import type { Db } from '../../../db/client.ts'
import type { ChainTransactionsTable } from '../../../db/types.gen.ts'

/** On the EVM chains each has a nonce that counts. */
export type TransactionRow = Omit<Selectable<ChainTransactionsTable>, 'nonce'> & { nonce: number }

const LIMIT = 200

/** Transactions that are not mined yet, in nonce order. */
export const listUnmined = (db: Db, chain: EvmChain): Promise<TransactionRow[]> =>
  db
    .selectFrom('chain_transactions')
    .selectAll()
    .where('chain', '=', chain)
    .where('status', 'in', ['SIGNED', 'SENT'])
    .orderBy('nonce')
    .limit(LIMIT)
    .$narrowType<{ nonce: NotNull }>()
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
    .$narrowType<{ nonce: NotNull }>()
    .execute()
