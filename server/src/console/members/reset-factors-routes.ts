import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { resetFactors } from './reset-factors.ts'

export function resetFactorsRoutes(app: App, ctx: Context): void {
  route(app, 'DELETE /api/admin/users/{id}/factors/', async (request) => {
    const { note } = request.body
    const input = { actorId: viewerOf(request).userId, requestId: request.id, userId: request.params.id, note }
    await inTransaction(ctx.db, (tx) => resetFactors(ctx, tx, { ...input, site: mailSiteOf(ctx) }))
    return { data: { reset: true as const } }
  })
}
