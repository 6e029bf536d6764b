import { dataOf, listOf } from '@verso/protocol/envelope'
import { securityEvent, securityEventsQuery } from '@verso/protocol/security-events'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { deleteMe } from '../deletion/delete-me.ts'
import { listSecurityEvents, presentSecurityEvent } from '../members/list-security-events.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { exportMe } from './export-me.ts'

const tags = ['users']

/** What a member may do with the account as a whole: take the data along, and leave. */
export function accountRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/users/me/export/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Everything held on me, as a JSON file',
        response: { 200: dataOf(z.record(z.string(), z.unknown())) },
      },
    },
    async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="my-data.json"').header('cache-control', 'no-store')
      return { data: await exportMe(ctx, viewerOf(request).userId) }
    },
  )
  app.get(
    '/api/users/me/security-events/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'What happened to my account, newest first',
        querystring: securityEventsQuery,
        response: { 200: listOf(securityEvent) },
      },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      const { rows, nextCursor, total } = await listSecurityEvents(ctx.db, { userId, ...request.query })
      return { data: rows.map(presentSecurityEvent), meta: { next_cursor: nextCursor, total } }
    },
  )
  app.delete(
    '/api/users/me/',
    {
      config: { access: 'step-up' },
      schema: { tags, summary: 'Delete my account', response: { 200: dataOf(z.object({ deleted: z.literal(true) })) } },
    },
    async (request) => {
      const input = { userId: viewerOf(request).userId, site: mailSiteOf(ctx) }
      await inTransaction(ctx.db, (tx) => deleteMe(ctx, tx, input))
      ctx.failpoints.reach('delete-me.after-commit')
      return { data: { deleted: true as const } }
    },
  )
}
