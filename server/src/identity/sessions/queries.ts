import type { Context } from '../../context.ts'
import { isOngoing } from './session-lifetime.ts'

/** A member's open full sessions, the last used first. */
export const listSessions = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'FULL')
    .where('revoked_at', 'is', null)
    .where(isOngoing(ctx))
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute()
