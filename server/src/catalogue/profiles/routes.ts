import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { urlsFor } from '../../http/urls.ts'
import { isFollowing } from '../../identity/members/follow-user.ts'
import { presentUserFor } from '../../identity/members/present-user.ts'
import { getUser } from '../../identity/members/queries.ts'
import { countNftsOf } from './count-nfts-of.ts'

/** A profile with its numbers; the lists they stand for are `GET /api/nfts/`. */
export function profileRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/users/{id}/', async (request) => {
    const row = await getUser(ctx.db, request.params.id)
    const { viewer } = request
    const isOwn = viewer?.userId === row.id
    const options = {
      urls: urlsFor(ctx),
      isOwn,
      isAdmin: viewer?.isAdmin ?? false,
      counts: await countNftsOf(ctx.db, row.id, { isOwn }),
      ...(viewer && { isFollowing: await isFollowing(ctx.db, { userId: viewer.userId, followedId: row.id }) }),
    }
    return { data: presentUserFor(row, options) }
  })
}
