import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { Intent } from '../intents/intent.ts'
import { recordNotSent } from '../intents/record-not-sent.ts'

type OpenIntent = Pick<Intent, 'id' | 'chain' | 'status' | 'kind' | 'nft_id' | 'user_id'>

/** The transfer of a sold NFT that has not come to an end; locked. */
export const findOpenSale = (tx: Tx, paymentId: string): Promise<OpenIntent | undefined> =>
  openIntents(tx, 'SETTLE').where('payment_id', '=', paymentId).executeTakeFirst()

/** The withdrawal of an NFT that has not come to an end; locked. */
export const findOpenWithdrawal = (tx: Tx, nftId: string): Promise<OpenIntent | undefined> =>
  openIntents(tx, 'WITHDRAW').where('nft_id', '=', nftId).executeTakeFirst()

const openIntents = (tx: Tx, kind: 'SETTLE' | 'WITHDRAW') =>
  tx
    .selectFrom('chain_intents')
    .select(['id', 'chain', 'status', 'kind', 'nft_id', 'user_id'])
    .where('kind', '=', kind)
    .where('status', 'in', ['WAITING', 'SENT'])
    .forUpdate()

/**
 * Calls a transfer off as long as no node has got its transaction: the intent fails, and bytes that were signed and stored are
 * dropped before `broadcast` has claimed them. Of a withdrawal its owner is told. The other intents of that transaction are sent again by themselves.
 * @returns false when it may be on its way, or done; then nothing has changed
 */
export async function cancelUnsent(ctx: Context, tx: Tx, intent: OpenIntent, reason: string): Promise<boolean> {
  if (!(await dropUnsent(ctx, tx, intent))) return false
  await fail(ctx, tx, intent, reason)
  return true
}

/**
 * A withdrawal that waits is not sent, nor sent again, even when it may be done: no money depends on it, and the indexer sees one that is in a
 * block after all.
 * @param mayBeDone its transactions may have happened although none is known here, as after a restore
 * @returns whether it may be on its way, or done
 */
export async function stopWithdrawal(
  ctx: Context,
  tx: Tx,
  intent: OpenIntent,
  { reason, mayBeDone }: { reason: string; mayBeDone: boolean },
): Promise<boolean> {
  if (!mayBeDone && (await cancelUnsent(ctx, tx, intent, reason))) return false
  if (intent.status === 'WAITING') await fail(ctx, tx, intent, reason)
  return true
}

async function fail(ctx: Context, tx: Tx, intent: OpenIntent, reason: string): Promise<void> {
  await tx
    .updateTable('chain_intents')
    .set({ status: 'FAILED', error: reason, due_at: null, updated_at: ctx.clock.now() })
    .where('id', '=', intent.id)
    .execute()
  await recordNotSent(ctx, tx, intent, reason)
}

type Sent = { id: string; status: string; broadcasts: number }

/** A dropped one may have been taken for lost by mistake. One that is in a block has had no effect, or the intent would be done. */
const mayLand = ({ status, broadcasts }: Sent): boolean =>
  broadcasts > 0 && ['SIGNED', 'SENT', 'DROPPED'].includes(status)

/** @returns whether none of the transactions that could carry out the intent was ever handed to a node; they are dropped then */
async function dropUnsent(ctx: Context, tx: Tx, intent: OpenIntent): Promise<boolean> {
  const transactions = await tx
    .selectFrom('chain_transactions')
    .innerJoin('chain_transaction_intents as link', 'link.transaction_id', 'chain_transactions.id')
    .select(['chain_transactions.id', 'chain_transactions.status', 'chain_transactions.broadcasts'])
    .where('link.intent_id', '=', intent.id)
    .orderBy('chain_transactions.id')
    .forUpdate('chain_transactions')
    .execute()
  if (transactions.some(mayLand)) return false
  const signed = transactions.filter(({ status }) => status === 'SIGNED')
  const open = transactions.filter(({ status }) => status !== 'DROPPED')
  if (intent.status === 'SENT' && (open.length === 0 || signed.length < open.length)) return false
  if (signed.length === 0) return true
  const ids = signed.map(({ id }) => id)
  await tx
    .updateTable('chain_transactions')
    .set({ status: 'DROPPED', due_at: null, updated_at: ctx.clock.now() })
    .where('id', 'in', ids)
    .execute()
  return true
}
