import type { Context } from '../../context.ts'
import { isOngoing } from './session-lifetime.ts'

/** Of these sessions, the complete ones that have not ended, with whether an admin acts in them. */
export async function readOngoing(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<Map<string, { isAdmin: boolean }>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.is_admin', 'users.status'])
    .where('sessions.id', 'in', [...new Set(sessionIds)])
    .where('sessions.kind', '=', 'FULL')
    .where('sessions.revoked_at', 'is', null)
    .where(isOngoing(ctx))
    .where('users.status', '<>', 'DELETED')
    .execute()
  return new Map(rows.map(({ id, is_admin, status }) => [id, { isAdmin: is_admin && status === 'ACTIVE' }]))
}
