import type { Chain } from '@verso/protocol/chains'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { wakeForSent } from '../intents/bells.ts'
import type { StoredTransaction } from './store-transaction.ts'

const REPEAT_MS = 10_000
const FIRST_RETRY_MS = 1_000

/** A node's answer to a transaction. One that it has or had already counts as accepted, too: its outcome is found out later. */
export type Sent = { isAccepted: true } | { isAccepted: false; problem: string; isOutOfFunds: boolean }
/** The node that takes signed bytes. */
export type Node = { chain: Chain; send(raw: string): Promise<Sent> }

/** Hands the stored bytes to the node; the same bytes each time, so doing it twice does nothing more. */
export async function broadcast(
  ctx: Context,
  node: Node,
  transaction: StoredTransaction & { broadcasts?: number },
): Promise<void> {
  if (!(await claim(ctx, transaction))) return
  const sent = await node.send(transaction.raw)
  const { isAccepted } = sent
  if (!isAccepted) report(ctx, { chain: node.chain, hash: transaction.hash }, sent)
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('chain_transactions')
    .set({
      ...(isAccepted && { status: 'SENT' as const }),
      due_at: after(now, isAccepted ? REPEAT_MS : retryMs(transaction.broadcasts ?? 0)),
      updated_at: now,
    })
    .where('id', '=', transaction.id)
    .where('status', 'in', ['SIGNED', 'SENT'])
    .execute()
  // The leader's may be another process.
  if (!transaction.broadcasts) await wakeForSent(ctx.db, node.chain)
}

/**
 * Counted before the node has it: from here on it may be on its way. A sale that was called off before has its bytes dropped,
 * and they are never sent.
 */
async function claim(ctx: Context, { id }: StoredTransaction): Promise<boolean> {
  const claimed = await ctx.db
    .updateTable('chain_transactions')
    .set((eb) => ({ broadcasts: eb('broadcasts', '+', 1) }))
    .where('id', '=', id)
    .where('status', 'in', ['SIGNED', 'SENT'])
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

const retryMs = (broadcasts: number): number => Math.min(REPEAT_MS, FIRST_RETRY_MS * 2 ** Math.min(broadcasts, 10))

function report(
  ctx: Context,
  transaction: { chain: Chain; hash: string },
  { problem, isOutOfFunds }: { problem: string; isOutOfFunds: boolean },
): void {
  if (isOutOfFunds) ctx.log.error(transaction, 'a signer of the platform has no funds left')
  else ctx.log.warn({ ...transaction, problem }, 'a transaction was not accepted and is sent again')
}
