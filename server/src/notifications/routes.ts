import type { NotificationArea } from '@verso/protocol/users/notifications'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { readAlong, viewerOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { conditionalGet } from '../http/conditional-get.ts'
import { idempotently } from '../http/idempotency.ts'
import { metaOf } from '../http/page.ts'
import { route } from '../http/route.ts'
import { urlsFor } from '../http/urls.ts'
import type { Reader } from '../http/viewer.ts'
import { assertOfArea, changeSettings, readSettings } from './choices.ts'
import { countUnread, listLines } from './lines/list-lines.ts'
import { markRead } from './lines/mark-read.ts'
import { presentLine } from './lines/present-line.ts'

/** On the admin site an admin reads what is for operators, everywhere else a member what is theirs. */
export function notificationRoutes(app: App, ctx: Context, site: 'marketplace' | 'admin'): void {
  const readerOf = (request: FastifyRequest): { userId: string; area: NotificationArea } => {
    const { userId, isAdmin } = viewerOf(request)
    return { userId, area: site === 'admin' && isAdmin ? 'operators' : 'member' }
  }
  route(
    app,
    'GET /api/notifications/',
    async (request, reply) => {
      const area = site === 'admin' ? readerOf(request).area : 'member'
      const list = (reader: Reader) => listLines(ctx.db, { area, ...request.query }, reader)
      const { lines, unread, ...page } = await readAlong(request, reply, list)
      const urls = urlsFor(ctx)
      return { data: lines.map((line) => presentLine(line, urls)), meta: { ...metaOf(page), unread } }
    },
    { onSend: conditionalGet, config: { readsViewer: site === 'marketplace' } },
  )
  route(app, 'PUT /api/notifications/read/', async (request) => {
    const reader = readerOf(request)
    return idempotently(ctx, request, async (tx) => {
      await markRead(ctx, tx, reader, request.body)
      return { data: { unread: await countUnread(tx, reader.userId, reader.area) } }
    })
  })
  route(app, 'GET /api/notifications/settings/', async (request) => ({
    data: await readSettings(ctx.db, readerOf(request)),
  }))
  route(app, 'PUT /api/notifications/settings/', async (request) => {
    const reader = readerOf(request)
    assertOfArea(request.body, reader.area)
    return idempotently(ctx, request, async (tx) => {
      await changeSettings(ctx, tx, reader.userId, request.body)
      return { data: await readSettings(tx, reader) }
    })
  })
}
