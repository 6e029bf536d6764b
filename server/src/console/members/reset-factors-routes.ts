import { dataOf, pathId } from '@verso/protocol/envelope'
import { resetFactorsBody } from '@verso/protocol/users'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { resetFactors } from './reset-factors.ts'

export function resetFactorsRoutes(app: App, ctx: Context): void {
  app.delete(
    '/api/admin/users/:id/factors/',
    {
      config: { access: 'admin-step-up' },
      schema: {
        tags: ['admin'],
        summary: "Remove a member's phone and factors",
        params: z.object({ id: pathId }),
        body: resetFactorsBody,
        response: { 200: dataOf(z.object({ reset: z.literal(true) })) },
      },
    },
    async (request) => {
      const { note } = request.body
      const input = { actorId: viewerOf(request).userId, requestId: request.id, userId: request.params.id, note }
      await inTransaction(ctx.db, (tx) => resetFactors(ctx, tx, { ...input, site: mailSiteOf(ctx) }))
      return { data: { reset: true as const } }
    },
  )
}
