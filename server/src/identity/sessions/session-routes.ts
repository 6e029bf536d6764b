import { wholeList } from '@verso/protocol/envelope'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { deviceOf } from '../../http/device.ts'
import { endAllSessions, endOwnSession } from './end-sessions.ts'
import { recordSecurityEvent } from '../../audit/security-events.ts'
import { presentSession } from './present-session.ts'
import { listSessions } from './queries.ts'

/** Sign-in sessions, each revocable (docs/rules.md R50). */
export function sessionRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/auth/sessions/', async (request) => {
    const { userId, sessionId } = viewerOf(request)
    const rows = await listSessions(ctx, userId)
    return wholeList(rows.map((row) => presentSession(row, sessionId)))
  })
  route(app, 'DELETE /api/auth/sessions/', async (request) => {
    const { userId, sessionId } = viewerOf(request)
    await inTransaction(ctx.db, async (tx) => {
      const isEnded = await endAllSessions(ctx, tx, { userId, exceptId: sessionId })
      if (isEnded)
        await recordSecurityEvent(ctx, tx, { userId, action: 'session.end-others', device: deviceOf(request) })
    })
    return { data: { ended: true as const } }
  })
  route(app, 'DELETE /api/auth/sessions/{id}/', async (request) => {
    const { userId } = viewerOf(request)
    const input = { userId, sessionId: request.params.id, device: deviceOf(request) }
    if (!(await endOwnSession(ctx, input))) throw notFound('Session not found')
    return { data: { ended: true as const } }
  })
}
