import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { deleteMe } from '../deletion/delete-me.ts'
import { findRemaining } from '../deletion/find-remaining.ts'
import { listSecurityEvents, presentSecurityEvent } from '../members/list-security-events.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { exportMe } from './export-me.ts'

/** A member's rights to their data as a whole: to export it, to see the security events, and to delete the account. */
export function personalDataRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/users/me/export/', async (request, reply) => {
    reply.header('content-disposition', 'attachment; filename="my-data.json"').header('cache-control', 'no-store')
    return { data: await exportMe(ctx, viewerOf(request).userId) }
  })
  route(app, 'GET /api/users/me/security-events/', async (request) => {
    const { userId } = viewerOf(request)
    const { rows, ...page } = await listSecurityEvents(ctx.db, { userId, ...request.query })
    return { data: rows.map(presentSecurityEvent), meta: metaOf(page) }
  })
  route(app, 'GET /api/users/me/deletion/', async (request) => ({
    data: await findRemaining(ctx.db, viewerOf(request).userId),
  }))
  route(app, 'DELETE /api/users/me/', async (request) => {
    const input = { userId: viewerOf(request).userId, site: mailSiteOf(ctx) }
    await inTransaction(ctx.db, (tx) => deleteMe(ctx, tx, input))
    ctx.failpoints.reach('delete-me.after-commit')
    return { data: { deleted: true as const } }
  })
}
