import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { Intent } from '../intents/intent.ts'
import { recordNotSent } from '../intents/record-not-sent.ts'

type OpenIntent = Pick<Intent, 'id' | 'status' | 'kind' | 'nft_id' | 'user_id'>

/** The transfer of a sold NFT that has not come to an end; locked. */
export const findOpenSale = (tx: Tx, paymentId: string): Promise<OpenIntent | undefined> =>
  openIntents(tx, 'SETTLE').where('payment_id', '=', paymentId).executeTakeFirst()

/** The withdrawal of an NFT that has not come to an end; locked. */
export const findOpenWithdrawal = (tx: Tx, nftId: string): Promise<OpenIntent | undefined> =>
  openIntents(tx, 'WITHDRAW').where('nft_id', '=', nftId).executeTakeFirst()

const openIntents = (tx: Tx, kind: 'SETTLE' | 'WITHDRAW') =>
  tx
    .selectFrom('chain_intents')
    .select(['id', 'status', 'kind', 'nft_id', 'user_id'])
    .where('kind', '=', kind)
    .where('status', 'in', ['WAITING', 'SENT'])
    .forUpdate()

/**
 * Calls a transfer off as long as no node has got its transaction: the intent fails, and bytes that were signed and stored are
 * dropped before `broadcast` has claimed them. Of a withdrawal its owner is told. The other intents of that transaction are sent again by themselves.
 * @returns false when it may be on its way; then nothing has changed
 */
export async function cancelUnsent(ctx: Context, tx: Tx, intent: OpenIntent, reason: string): Promise<boolean> {
  if (intent.status === 'SENT' && !(await dropUnsent(ctx, tx, intent.id))) return false
  await tx
    .updateTable('chain_intents')
    .set({ status: 'FAILED', error: reason, due_at: null, updated_at: ctx.clock.now() })
    .where('id', '=', intent.id)
    .execute()
  await recordNotSent(ctx, tx, intent, reason)
  return true
}

/** @returns whether every transaction that could carry out the intent is dropped, and none was ever handed to a node */
async function dropUnsent(ctx: Context, tx: Tx, intentId: string): Promise<boolean> {
  const transactions = await tx
    .selectFrom('chain_transactions')
    .innerJoin('chain_transaction_intents as link', 'link.transaction_id', 'chain_transactions.id')
    .select(['chain_transactions.id', 'chain_transactions.status', 'chain_transactions.broadcasts'])
    .where('link.intent_id', '=', intentId)
    .where('chain_transactions.status', '<>', 'DROPPED')
    .orderBy('chain_transactions.id')
    .forUpdate('chain_transactions')
    .execute()
  const isUnsent = transactions.every(({ status, broadcasts }) => status === 'SIGNED' && broadcasts === 0)
  if (transactions.length === 0 || !isUnsent) return false
  const ids = transactions.map(({ id }) => id)
  await tx
    .updateTable('chain_transactions')
    .set({ status: 'DROPPED', due_at: null, updated_at: ctx.clock.now() })
    .where('id', 'in', ids)
    .execute()
  return true
}
