import type { Context } from '../../context.ts'
import { type Db, inTransaction, type Tx } from '../../db/client.ts'
import { recordSecurityEvent } from '../../audit/security-events.ts'
import type { Device } from '../../http/device.ts'
import { hashToken } from './hash-token.ts'

/** Ends one session of a member; its tokens are refused from now on. @returns false when there is none open */
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

/** The member ends one of their sessions: by signing out, or from the list. @returns false when there is none open */
export const endOwnSession = (
  ctx: Context,
  input: { userId: string; sessionId: string; device: Device },
): Promise<boolean> =>
  inTransaction(ctx.db, async (tx) => {
    const isEnded = await endSession(ctx, tx, input)
    if (isEnded)
      await recordSecurityEvent(ctx, tx, { userId: input.userId, action: 'session.end', device: input.device })
    return isEnded
  })

/** Ends all sessions of a member, temporary ones too, but for one that is to stay. @returns false when there is none open */
export async function endAllSessions(
  ctx: Context,
  db: Db | Tx,
  input: { userId: string; exceptId?: string },
): Promise<boolean> {
  let query = db
    .updateTable('sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('user_id', '=', input.userId)
    .where('revoked_at', 'is', null)
  if (input.exceptId) query = query.where('id', '<>', input.exceptId)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the session that a refresh token belongs to, for a sign-out whose access token has expired. */
export async function endSessionOfRefreshToken(
  ctx: Context,
  tx: Tx,
  { refresh, device }: { refresh: string; device: Device },
): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('revoked_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb.selectFrom('refresh_tokens').select('session_id').where('hash', '=', hashToken(refresh)),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (ended) await recordSecurityEvent(ctx, tx, { userId: ended.user_id, action: 'session.end', device })
}
