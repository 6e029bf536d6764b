import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { assertSteppedUp, viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { assertNotCommon, hashPassword } from '../../identity/passwords/password.ts'
import { presentAdminUser } from '../../identity/members/present-user.ts'
import { createUser } from './create-user.ts'
import { listUsers } from './queries.ts'
import { updateUser } from './update-user.ts'

/** The users table of the admin area (docs/rules.md R61). */
export function adminUserRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/users/', async (request) => {
    const { search, sort, limit, cursor } = request.query
    const { rows, ...page } = await listUsers(ctx.db, { search, sort, limit, cursor })
    return { data: rows.map(presentAdminUser), meta: metaOf(page) }
  })
  route(app, 'POST /api/users/', async (request) => {
    const { body } = request
    const viewer = viewerOf(request)
    if (body.is_admin) assertSteppedUp(ctx, viewer)
    if (body.password) assertNotCommon(body.password, 'password')
    const passwordHash = body.password ? await hashPassword(body.password) : undefined
    const site = mailSiteOf(ctx)
    const input = { actorId: viewer.userId, requestId: request.id, body, passwordHash, site }
    const data = await idempotently(ctx, request, async (tx) => presentAdminUser(await createUser(ctx, tx, input)))
    return { data }
  })
  route(app, 'PUT /api/users/{id}/', async (request) => {
    const input = {
      viewer: viewerOf(request),
      requestId: request.id,
      userId: request.params.id,
      change: request.body,
      site: mailSiteOf(ctx),
    }
    return { data: presentAdminUser(await inTransaction(ctx.db, (tx) => updateUser(ctx, tx, input))) }
  })
}
