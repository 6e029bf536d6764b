import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'

const REFUSALS_MAX = 3
const DAY_MS = 86_400_000

/**
 * A withdrawal that its receiver refuses in a block, not before, has cost the platform gas: after three of them within a day a member waits
 * (docs/rules.md R77).
 * @throws AppError too_many_requests
 */
export async function assertNotRefused(ctx: Context, db: Db | Tx, userId: string): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  const refused = await db
    .selectFrom('chain_intents')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('kind', '=', 'WITHDRAW')
    .where('status', '<>', 'CONFIRMED')
    .where('created_at', '>', new Date(nowMs - DAY_MS))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('chain_transaction_intents as link')
          .innerJoin('chain_transactions as sent', 'sent.id', 'link.transaction_id')
          .whereRef('link.intent_id', '=', 'chain_intents.id')
          .where('sent.is_success', '=', false),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(REFUSALS_MAX)
    .execute()
  const oldest = refused[REFUSALS_MAX - 1]
  if (!oldest) return
  throw new AppError('too_many_requests', {
    userMessage: 'Your NFTs were refused by three contracts within a day. Try again tomorrow.',
    retryAfterMs: oldest.created_at.getTime() + DAY_MS - nowMs,
  })
}
