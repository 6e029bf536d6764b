import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { outboxMessage, presentOutboxMessage } from './present-outbox-message.ts'
import { listMessages } from '../queries.ts'
import { renderOutboxPage } from './render-outbox-page.ts'

const LIMIT = 100
const querystring = z.object({ to: z.string().max(254).optional() })

/** Development only: what was mailed and texted, for programs and for people (docs/rules.md R106). */
export function outboxRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/dev/outbox/',
    {
      config: { access: 'visitor' },
      schema: {
        tags: ['development'],
        summary: 'Mail and SMS, newest first',
        querystring,
        response: { 200: z.object({ data: z.array(outboxMessage) }) },
      },
    },
    async (request) => {
      const rows = await listMessages(ctx.db, { to: request.query.to, limit: LIMIT })
      return { data: rows.map(presentOutboxMessage) }
    },
  )
  app.get('/dev/outbox', { schema: { hide: true, querystring } }, async (request, reply) => {
    const rows = await listMessages(ctx.db, { to: request.query.to, limit: LIMIT })
    const page = renderOutboxPage(rows, { brand: ctx.config.brand, to: request.query.to ?? '' })
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  })
}
