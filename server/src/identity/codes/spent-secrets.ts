import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { hashSpentCode } from './secrets.ts'

type Spent = { userId: string; purpose: string; code: string }

/** Records that a code was accepted, so that the same code sent twice is not counted as a guess. */
export async function recordSpentSecret(ctx: Context, tx: Tx, spent: Spent): Promise<void> {
  const used = {
    code_hash: hashSpentCode(ctx, spent),
    user_id: spent.userId,
    purpose: spent.purpose,
    used_at: ctx.clock.now(),
  }
  await tx
    .insertInto('used_links')
    .values(used)
    .onConflict((conflict) => conflict.column('code_hash').doUpdateSet(used))
    .execute()
}

export async function wasJustSpent(ctx: Context, tx: Tx, spent: Spent): Promise<boolean> {
  const row = await tx
    .selectFrom('used_links')
    .select('code_hash')
    .where('code_hash', '=', hashSpentCode(ctx, spent))
    .where('used_at', '>', after(ctx.clock.now(), -ctx.config.codes.lifeMs))
    .executeTakeFirst()
  return row !== undefined
}
