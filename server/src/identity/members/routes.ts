import { dataOf, listOf, pathId, wholeList } from '@verso/protocol/envelope'
import { me, updateMeBody, user, userForViewer } from '@verso/protocol/users'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { urlsFor } from '../../http/urls.ts'
import { followUser, isFollowing, listFollowing, unfollowUser } from './follow-user.ts'
import { presentMe, presentUser, presentUserFor } from './present-user.ts'
import { getUser } from './queries.ts'
import { updateMe } from './update-me.ts'

const tags = ['users']
const params = z.object({ id: pathId })

export function userRoutes(app: App, ctx: Context): void {
  meRoutes(app, ctx)
  followRoutes(app, ctx)
  app.get(
    '/api/users/:id/',
    {
      config: { access: 'visitor' },
      schema: { tags, summary: 'A profile', params, response: { 200: dataOf(userForViewer) } },
    },
    async (request) => {
      const row = await getUser(ctx.db, request.params.id)
      const { viewer } = request
      const options = {
        urls: urlsFor(ctx),
        isOwn: viewer?.userId === row.id,
        isAdmin: viewer?.isAdmin ?? false,
        ...(viewer && { isFollowing: await isFollowing(ctx.db, { userId: viewer.userId, followedId: row.id }) }),
      }
      return { data: presentUserFor(row, options) }
    },
  )
}

function meRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/users/me/',
    {
      config: { access: 'temporary' },
      schema: { tags, summary: 'Own profile', response: { 200: dataOf(me) } },
    },
    async (request) => {
      const row = await getUser(ctx.db, viewerOf(request).userId)
      return { data: presentMe(row, urlsFor(ctx)) }
    },
  )
  app.put(
    '/api/users/me/',
    {
      config: { access: 'member' },
      schema: { tags, summary: 'Change the own profile', body: updateMeBody, response: { 200: dataOf(me) } },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      await inTransaction(ctx.db, (tx) => updateMe(ctx, tx, { userId, change: request.body }))
      return { data: presentMe(await getUser(ctx.db, userId), urlsFor(ctx)) }
    },
  )
  app.get(
    '/api/users/me/following/',
    {
      config: { access: 'member' },
      schema: { tags, summary: 'Profiles I follow', response: { 200: listOf(user) } },
    },
    async (request) => {
      const rows = await listFollowing(ctx.db, viewerOf(request).userId)
      const options = { urls: urlsFor(ctx), isFollowing: true }
      return wholeList(rows.map((row) => presentUser(row, options)))
    },
  )
}

function followRoutes(app: App, ctx: Context): void {
  const response = { 200: dataOf(z.object({ is_following: z.boolean() })) }
  app.put(
    '/api/users/:id/follow/',
    { config: { access: 'member' }, schema: { tags, summary: 'Follow a profile', params, response } },
    async (request) => {
      await followUser(ctx, { userId: viewerOf(request).userId, followedId: request.params.id })
      return { data: { is_following: true } }
    },
  )
  app.delete(
    '/api/users/:id/follow/',
    { config: { access: 'member' }, schema: { tags, summary: 'Stop following a profile', params, response } },
    async (request) => {
      await unfollowUser(ctx, { userId: viewerOf(request).userId, followedId: request.params.id })
      return { data: { is_following: false } }
    },
  )
}
