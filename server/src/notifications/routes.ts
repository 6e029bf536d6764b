import type { Context } from '../context.ts'
import { viewerOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { conditionalGet } from '../http/conditional-get.ts'
import { idempotently } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import { urlsFor } from '../http/urls.ts'
import { changeSettings, readSettings } from './choices.ts'
import { countLines, listLines } from './lines/list-lines.ts'
import { markRead } from './lines/mark-read.ts'
import { presentLine } from './lines/present-line.ts'

export function notificationRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/notifications/',
    async (request) => {
      const page = { userId: viewerOf(request).userId, ...request.query }
      const { lines, nextCursor } = await listLines(ctx.db, page)
      const counts = await countLines(ctx.db, page)
      const urls = urlsFor(ctx)
      return { data: lines.map((line) => presentLine(line, urls)), meta: { next_cursor: nextCursor, ...counts } }
    },
    { onSend: conditionalGet },
  )
  route(app, 'PUT /api/notifications/read/', async (request) => {
    const { userId } = viewerOf(request)
    return idempotently(ctx, request, async (tx) => {
      await markRead(ctx, tx, userId, request.body)
      const { unread } = await countLines(tx, { userId })
      return { data: { unread } }
    })
  })
  route(app, 'GET /api/notifications/settings/', async (request) => ({
    data: await readSettings(ctx.db, viewerOf(request).userId),
  }))
  route(app, 'PUT /api/notifications/settings/', async (request) => {
    const { userId } = viewerOf(request)
    return idempotently(ctx, request, async (tx) => {
      await changeSettings(ctx, tx, userId, request.body)
      return { data: await readSettings(tx, userId) }
    })
  })
}
