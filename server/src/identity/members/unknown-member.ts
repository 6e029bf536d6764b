import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'

/** Stands for a member the books do not know; it cannot sign in, and gets no mail. */
const UNKNOWN_MEMBER_ID = '00000000-0000-7000-8000-000000000001'

export async function ensureUnknownMember(ctx: Context, tx: Tx): Promise<string> {
  const now = ctx.clock.now()
  await tx
    .insertInto('users')
    .values({
      id: UNKNOWN_MEMBER_ID,
      email: 'unknown-member@deleted.invalid',
      display_name: 'Unknown member',
      status: 'DELETED',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return UNKNOWN_MEMBER_ID
}
