import type { Chain } from '@verso/protocol/chains'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { ALARMING_ATTEMPTS } from './defer-intent.ts'

/** The first failures are tried again at once; one that goes on failing costs gas each time, so it waits longer and longer. */
const QUICK_ATTEMPTS = 3
const FIRST_MS = 10_000
const LONGEST_MS = 900_000
const INEFFECTIVE = 'its transactions have no effect (reverted or dropped)'

/**
 * Sets an intent to WAITING again when all its transactions were ineffective (reverted, dropped, or skipped in a batch).
 * None may be pending, and the indexer must have read the blocks of the mined ones: it confirms intents in the transaction
 * that moves its cursor, so an intent that is still SENT behind the cursor had no effect. One that never succeeds is told to
 * the operator (`find-problems.ts`).
 */
export async function requeueIneffective(ctx: Context, chain: Chain): Promise<void> {
  const now = ctx.clock.now()
  const pauseMs = sql`case when attempts < ${QUICK_ATTEMPTS} then 0
    else least(${LONGEST_MS}, ${FIRST_MS} * 2 ^ least(attempts - ${QUICK_ATTEMPTS}, 20)) end`
  const requeued = await ctx.db
    .updateTable('chain_intents')
    .set((eb) => ({
      status: 'WAITING' as const,
      attempts: eb('attempts', '+', 1),
      error: INEFFECTIVE,
      due_at: sql<Date>`${now}::timestamptz + ${pauseMs} * interval '1 millisecond'`,
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
    .returning('attempts')
    .execute()
  if (requeued.length === 0) return
  const attempts = Math.max(...requeued.map((intent) => intent.attempts))
  const isAlarming = requeued.some((intent) => intent.attempts === ALARMING_ATTEMPTS)
  const details = { chain, intents: requeued.length, attempts }
  ctx.log[isAlarming ? 'error' : 'warn'](details, 'intents with ineffective transactions wait again')
}
