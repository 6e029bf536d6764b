import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { type AccountRef, mayBeNegative } from './account-ref.ts'

/** Opens those of the accounts that do not exist; another transaction may open the same ones at this moment. */
export async function openAccounts(ctx: Context, tx: Tx, refs: readonly AccountRef[]): Promise<void> {
  const rows = refs.map((ref) => ({
    id: ctx.random.id(),
    kind: ref.kind,
    user_id: ref.userId ?? null,
    may_be_negative: mayBeNegative(ref.kind),
    created_at: ctx.clock.now(),
  }))
  await tx
    .insertInto('ledger_accounts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
