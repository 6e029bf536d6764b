import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { readAccessToken } from './access-token.ts'
import { isOngoing } from './session-lifetime.ts'

/**
 * Every request reads its session row, so a revoked, deleted or demoted member is out at once (docs/rules.md R47).
 * A suspension ends the open sessions; a session opened after it is that of a suspended member.
 * @returns null for a token that is malformed, expired, or whose session has ended
 */
export async function findViewer(ctx: Context, token: string): Promise<Viewer | null> {
  const sessionId = await readAccessToken(ctx, token)
  if (!sessionId) return null
  const row = await ctx.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.kind', 'sessions.second_factor_at', 'users.is_admin', 'users.status'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where(isOngoing(ctx))
    .where('users.status', '<>', 'DELETED')
    .executeTakeFirst()
  if (!row) return null
  return {
    userId: row.user_id,
    sessionId,
    kind: row.kind,
    isAdmin: row.is_admin && row.status === 'ACTIVE',
    isSuspended: row.status === 'SUSPENDED',
    secondFactorAt: row.second_factor_at,
  }
}
