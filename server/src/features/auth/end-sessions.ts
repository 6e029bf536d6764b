import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { hashToken } from './hash-token.ts'

/** Ends one session of a member; its tokens are worth nothing from now on. @returns false when there is none open */
export async function endSession(
  ctx: Context,
  db: Db | Tx,
  input: { userId: string; sessionId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('id', '=', input.sessionId)
    .where('user_id', '=', input.userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends all sessions of a member, temporary ones too, but for the one that asks. */
export async function endOtherSessions(
  ctx: Context,
  db: Db | Tx,
  input: { userId: string; keepSessionId?: string },
): Promise<void> {
  let query = db
    .updateTable('sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('user_id', '=', input.userId)
    .where('revoked_at', 'is', null)
  if (input.keepSessionId) query = query.where('id', '<>', input.keepSessionId)
  await query.execute()
}

/** Ends the session that a refresh token belongs to, for a sign-out whose access token has expired. */
export async function endSessionOfRefreshToken(ctx: Context, db: Db | Tx, refresh: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('revoked_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb.selectFrom('refresh_tokens').select('session_id').where('hash', '=', hashToken(refresh)),
    )
    .execute()
}
