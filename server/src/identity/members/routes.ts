import { wholeList } from '@verso/protocol/envelope'
import type { Me } from '@verso/protocol/users'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { urlsFor } from '../../http/urls.ts'
import { followUser, listFollowing, unfollowUser } from './follow-user.ts'
import { presentMe, presentUser } from './present-user.ts'
import { getUser, listOtherFactors } from './queries.ts'
import { updateMe } from './update-me.ts'

export function userRoutes(app: App, ctx: Context): void {
  meRoutes(app, ctx)
  followRoutes(app, ctx)
}

function meRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/users/me/', async (request) => {
    return { data: await getMe(ctx, viewerOf(request).userId) }
  })
  route(app, 'PUT /api/users/me/', async (request) => {
    const { userId } = viewerOf(request)
    await inTransaction(ctx.db, (tx) => updateMe(ctx, tx, { userId, change: request.body }))
    return { data: await getMe(ctx, userId) }
  })
  route(app, 'GET /api/users/me/following/', async (request) => {
    const rows = await listFollowing(ctx.db, viewerOf(request).userId)
    const options = { urls: urlsFor(ctx), isFollowing: true }
    return wholeList(rows.map((row) => presentUser(row, options)))
  })
}

async function getMe(ctx: Context, userId: string): Promise<Me> {
  const [row, otherFactors] = await Promise.all([getUser(ctx.db, userId), listOtherFactors(ctx.db, userId)])
  return presentMe(row, { urls: urlsFor(ctx), otherFactors })
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
