import { outboxQuery } from '@verso/protocol/operations/outbox'
import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { presentOutboxMessage } from './present-outbox-message.ts'
import { listMessages } from '../queries.ts'
import { renderOutboxPage } from './render-outbox-page.ts'

const LIMIT = 100

/** Development only: what was mailed and texted, for programs and for people (docs/rules.md R106). */
export function outboxRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/dev/outbox/', async (request) => {
    const rows = await listMessages(ctx.db, { to: request.query.to, limit: LIMIT })
    return { data: rows.map(presentOutboxMessage) }
  })
  app.get('/dev/outbox', { schema: { hide: true, querystring: outboxQuery } }, async (request, reply) => {
    const rows = await listMessages(ctx.db, { to: request.query.to, limit: LIMIT })
    const page = renderOutboxPage(rows, { brand: ctx.config.brand, to: request.query.to ?? '' })
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  })
}
