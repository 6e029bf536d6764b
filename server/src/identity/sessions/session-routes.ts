import { session } from '@verso/protocol/auth'
import { dataOf, listOf, pathId, wholeList } from '@verso/protocol/envelope'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { deviceOf } from '../../http/device.ts'
import { endOtherSessions, endOwnSession } from './end-sessions.ts'
import { recordSecurityEvent } from '../../audit/security-events.ts'
import { presentSession } from './present-session.ts'
import { listSessions } from './queries.ts'

const tags = ['auth']
const ended = dataOf(z.object({ ended: z.literal(true) }))

/** Sign-in sessions, each revocable (docs/rules.md R50). */
export function sessionRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/auth/sessions/',
    {
      config: { access: 'member' },
      schema: { tags, summary: 'Own sign-in sessions', response: { 200: listOf(session) } },
    },
    async (request) => {
      const { userId, sessionId } = viewerOf(request)
      const rows = await listSessions(ctx, userId)
      return wholeList(rows.map((row) => presentSession(row, sessionId)))
    },
  )
  app.delete(
    '/api/auth/sessions/',
    {
      config: { access: 'member' },
      schema: { tags, summary: 'Sign out everywhere else', response: { 200: ended } },
    },
    async (request) => {
      const { userId, sessionId } = viewerOf(request)
      await inTransaction(ctx.db, async (tx) => {
        await endOtherSessions(ctx, tx, { userId, keepSessionId: sessionId })
        await recordSecurityEvent(ctx, tx, { userId, action: 'session.end-others', device: deviceOf(request) })
      })
      return { data: { ended: true as const } }
    },
  )
  app.delete(
    '/api/auth/sessions/:id/',
    {
      config: { access: 'member' },
      schema: { tags, summary: 'End one session', params: z.object({ id: pathId }), response: { 200: ended } },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      const input = { userId, sessionId: request.params.id, device: deviceOf(request) }
      if (!(await endOwnSession(ctx, input))) throw notFound('Session not found')
      return { data: { ended: true as const } }
    },
  )
}
