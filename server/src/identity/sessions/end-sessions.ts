import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { type Db, inTransaction, type Tx } from '../../db/client.ts'
import type { SessionsTable } from '../../db/types.gen.ts'
import { recordSecurityEvent } from '../../audit/security-events.ts'
import type { Device } from '../../http/device.ts'
import { hashToken } from './hash-token.ts'

type Ended = Pick<Selectable<SessionsTable>, 'user_id' | 'kind'>

/** Ends one session of a member; its tokens are refused from now on. @returns what was ended; undefined when there is none open */
export async function endSession(
  ctx: Context,
  db: Db | Tx,
  input: { userId: string; sessionId: string },
): Promise<Ended | undefined> {
  return db
    .updateTable('sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('id', '=', input.sessionId)
    .where('user_id', '=', input.userId)
    .where('revoked_at', 'is', null)
    .returning(['user_id', 'kind'])
    .executeTakeFirst()
}

/** The member ends one of their sessions: by signing out, or from the list. @returns false when there is none open */
export const endOwnSession = (
  ctx: Context,
  input: { userId: string; sessionId: string; device: Device },
): Promise<boolean> =>
  inTransaction(ctx.db, async (tx) => {
    const ended = await endSession(ctx, tx, input)
    await recordEnd(ctx, tx, { ended, device: input.device })
    return ended !== undefined
  })

/** A temporary session leaves no line: a thief of the password alone would fill the log. */
async function recordEnd(
  ctx: Context,
  tx: Tx,
  { ended, device }: { ended: Ended | undefined; device: Device },
): Promise<void> {
  if (ended?.kind === 'FULL')
    await recordSecurityEvent(ctx, tx, { userId: ended.user_id, action: 'session.end', device })
}

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
    // An expired temporary one is never renewed; a thief of the password may have left very many.
    .where((eb) => eb.or([eb('kind', '=', 'FULL'), eb('expires_at', '>', ctx.clock.now())]))
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
    .returning(['user_id', 'kind'])
    .executeTakeFirst()
  await recordEnd(ctx, tx, { ended, device })
}
