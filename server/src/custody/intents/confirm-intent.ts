import type { Context } from '../../context.ts'
import type { Intent } from './intent.ts'

/** The intent's effect is on chain already. */
export async function confirmIntent(ctx: Context, intent: Intent): Promise<void> {
  await ctx.db
    .updateTable('chain_intents')
    .set({ status: 'CONFIRMED', error: null, due_at: null, updated_at: ctx.clock.now() })
    .where('id', '=', intent.id)
    .where('status', '=', 'WAITING')
    .execute()
}
