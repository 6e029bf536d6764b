import type { Context } from '../../context.ts'
import { readAccessToken } from './access-token.ts'

/** The member behind a request, as the database has them at this moment. */
export type Viewer = {
  userId: string
  sessionId: string
  kind: 'TEMPORARY' | 'FULL'
  isAdmin: boolean
  secondFactorAt: Date | null
}

/**
 * Every request reads its session row, so a revoked, suspended, deleted or demoted member is out at once (decisions.md → Accounts).
 * @returns null for a token that is malformed, expired, or whose session has ended
 */
export async function findViewer(ctx: Context, token: string): Promise<Viewer | null> {
  const sessionId = await readAccessToken(ctx, token)
  if (!sessionId) return null
  const row = await ctx.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.kind', 'sessions.second_factor_at', 'users.is_admin'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', ctx.clock.now())
    .where('users.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!row) return null
  return {
    userId: row.user_id,
    sessionId,
    kind: row.kind,
    isAdmin: row.is_admin,
    secondFactorAt: row.second_factor_at,
  }
}
