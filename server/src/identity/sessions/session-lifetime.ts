import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { DB } from '../../db/types.gen.ts'

/** When a full session that is used now ends: 30 days later, but 180 days after its sign-in at the latest. */
export function endOfFullSession(ctx: Context, createdAt: Date): Date {
  const { idleMs, maxMs } = ctx.config.sessions
  const idleEnd = after(ctx.clock.now(), idleMs)
  const latestEnd = after(createdAt, maxMs)
  return idleEnd < latestEnd ? idleEnd : latestEnd
}

/** Not expired, also by settings that were shortened after the session was used last. */
export const isOngoing =
  (ctx: Context) =>
  (eb: ExpressionBuilder<DB, 'sessions'>): Expression<SqlBool> => {
    const now = ctx.clock.now()
    const { idleMs, maxMs } = ctx.config.sessions
    return eb.and([
      eb('sessions.expires_at', '>', now),
      eb('sessions.last_used_at', '>', after(now, -idleMs)),
      eb('sessions.created_at', '>', after(now, -maxMs)),
    ])
  }
