import { LIST_TOTAL_MAX } from '@verso/protocol/limits'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { readAlong, viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { urlsFor } from '../../http/urls.ts'
import { followUser, listFollowing, unfollowUser } from './follow-user.ts'
import { presentMe, presentUser } from './present-user.ts'
import { findMe } from './queries.ts'
import { updateMe } from './update-me.ts'

export function userRoutes(app: App, ctx: Context): void {
  meRoutes(app, ctx)
  followRoutes(app, ctx)
}

function meRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/users/me/',
    async (request, reply) => {
      const me = await readAlong(request, reply, (reader) => findMe(ctx.db, reader))
      return { data: presentMe(me.user, { urls: urlsFor(ctx), otherFactors: me.otherFactors }) }
    },
    { config: { readsViewer: true } },
  )
  route(app, 'PUT /api/users/me/', async (request) => {
    const viewer = viewerOf(request)
    await inTransaction(ctx.db, (tx) => updateMe(ctx, tx, { userId: viewer.userId, change: request.body }))
    const { user, otherFactors } = await findMe(ctx.db, { viewer })
    return { data: presentMe(user, { urls: urlsFor(ctx), otherFactors }) }
  })
  route(app, 'GET /api/users/me/following/', async (request) => {
    const rows = await listFollowing(ctx.db, viewerOf(request).userId)
    const options = { urls: urlsFor(ctx), isFollowing: true }
    const data = rows.slice(0, LIST_TOTAL_MAX).map((row) => presentUser(row, options))
    return { data, meta: metaOf({ nextCursor: null, total: rows.length }) }
  })
}

function followRoutes(app: App, ctx: Context): void {
  route(app, 'PUT /api/users/{id}/follow/', async (request) => {
    await followUser(ctx, { userId: viewerOf(request).userId, followedId: request.params.id })
    return { data: { is_following: true } }
  })
  route(app, 'DELETE /api/users/{id}/follow/', async (request) => {
    await unfollowUser(ctx, { userId: viewerOf(request).userId, followedId: request.params.id })
    return { data: { is_following: false } }
  })
}
