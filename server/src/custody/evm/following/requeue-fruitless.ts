import type { LiveChain } from '@verso/protocol/chains'
import { sql } from 'kysely'
import { after } from '../../../clock.ts'
import type { Context } from '../../../context.ts'

/** The first failures are tried again at once; one that goes on failing, with pauses. */
const QUICK_ATTEMPTS = 3
const PAUSE_MS = 10_000

/**
 * Sets an intent to WAITING again when all its transactions were ineffective (reverted, dropped, or skipped in a batch).
 * None may be pending, and the indexer must have read the blocks of the mined ones: it confirms intents in the transaction
 * that moves its cursor, so an intent that is still SENT behind the cursor had no effect.
 */
export async function requeueFruitless(ctx: Context, chain: LiveChain): Promise<void> {
  const now = ctx.clock.now()
  const requeued = await ctx.db
    .updateTable('chain_intents')
    .set((eb) => ({
      status: 'WAITING' as const,
      attempts: eb('attempts', '+', 1),
      due_at: sql<Date>`case when attempts < ${QUICK_ATTEMPTS} then ${now}::timestamptz else ${after(now, PAUSE_MS)}::timestamptz end`,
      updated_at: now,
    }))
    .where('chain', '=', chain)
    .where('status', '=', 'SENT')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('chain_transaction_intents as link')
            .innerJoin('chain_transactions as sent', 'sent.id', 'link.transaction_id')
            .innerJoin('chains', 'chains.chain', 'sent.chain')
            .select('link.intent_id')
            .whereRef('link.intent_id', '=', 'chain_intents.id')
            .where((sent) =>
              sent.or([
                sent('sent.status', 'in', ['SIGNED', 'SENT']),
                sent.and([
                  sent('sent.status', '=', 'MINED'),
                  sent('sent.block_number', '>', sent.ref('chains.indexed_block')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .returning('id')
    .execute()
  if (requeued.length > 0)
    ctx.log.warn({ chain, intents: requeued.length }, 'intents with ineffective transactions wait again')
}
