import type { Insertable } from 'kysely'
import type { Chain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ChainTransactionsTable } from '../../db/types.gen.ts'
import type { Intent } from '../intents/intent.ts'

export type StoredTransaction = { id: string; hash: string; raw: string }
type Row = Insertable<ChainTransactionsTable>
type Signed = Omit<Row, 'id' | 'status' | 'due_at' | 'created_at' | 'updated_at'>

/** Locks an account of the platform on a chain: it signs one transaction after the other. */
export async function lockSigner(tx: Tx, { chain, address }: { chain: Chain; address: string }): Promise<void> {
  await tx
    .insertInto('chain_signers')
    .values({ chain, address, next_nonce: 0 })
    .onConflict((conflict) => conflict.columns(['chain', 'address']).doNothing())
    .execute()
  const row = tx.selectFrom('chain_signers').select('address').where('chain', '=', chain).where('address', '=', address)
  await row.forUpdate().executeTakeFirstOrThrow()
}

/** Stored before the broadcast: after any crash the bytes that may be on their way are known. */
export async function storeTransaction(
  ctx: Context,
  tx: Tx,
  signed: Signed,
  intents: Pick<Intent, 'id'>[],
): Promise<StoredTransaction> {
  const now = ctx.clock.now()
  const id = ctx.random.id()
  await tx
    .insertInto('chain_transactions')
    .values({ ...signed, id, due_at: now, created_at: now, updated_at: now })
    .execute()
  const links = intents.map((intent, position) => ({ transaction_id: id, intent_id: intent.id, position }))
  if (links.length > 0) await tx.insertInto('chain_transaction_intents').values(links).execute()
  return { id, hash: signed.hash, raw: signed.raw }
}
