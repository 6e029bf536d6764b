import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { user } from '../../events/subjects.ts'

/**
 * Before the address of an account is proved for the first time: from then on there is a member. The form itself records nothing,
 * or its time would tell a known address from a new one.
 */
export async function recordRegistered(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const isNew = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (isNew)
    await recordEvent(ctx, tx, { type: 'member.registered', subjects: [user(userId)], data: { user_id: userId } })
}
