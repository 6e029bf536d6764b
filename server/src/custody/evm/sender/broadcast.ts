import { BaseError } from 'viem'
import { after } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { ChainConnection } from '../../../gateways/chain/chain-access.ts'
import { wake } from '../../../jobs/wake.ts'
import { SENDER_SWEEP } from '../../intents/jobs.ts'
import type { StoredTransaction } from './sign-transaction.ts'

const REPEAT_MS = 10_000
const FIRST_RETRY_MS = 1_000
/** The node has it, had it, or has another transaction with its nonce: the receipts show which. */
const MAYBE_DONE = /already known|already imported|alreadyknown|nonce too low|underpriced/i
const NO_FUNDS = /insufficient funds/i

/** Hands the stored bytes to the node; the same bytes each time, so doing it twice does nothing more. */
export async function broadcast(
  ctx: Context,
  connection: ChainConnection,
  transaction: StoredTransaction & { broadcasts?: number },
): Promise<void> {
  if (!(await claim(ctx, transaction))) return
  const problem = await tryBroadcast(connection, transaction)
  const isAccepted = problem === undefined || MAYBE_DONE.test(problem)
  if (!isAccepted) report(ctx, connection, transaction, problem)
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
  if (!transaction.broadcasts) await wake(ctx.db, SENDER_SWEEP)
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

async function tryBroadcast({ client }: ChainConnection, { raw }: StoredTransaction): Promise<string | undefined> {
  try {
    await client.sendRawTransaction({ serializedTransaction: raw })
    return undefined
  } catch (error) {
    return error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error)
  }
}

function report(ctx: Context, { chain }: ChainConnection, { hash }: StoredTransaction, problem: string): void {
  if (NO_FUNDS.test(problem)) ctx.log.error({ chain, hash }, 'a signer of the platform has no funds left')
  else ctx.log.warn({ chain, hash, problem }, 'a transaction was not accepted and is sent again')
}
