import type { Context } from '../../context.ts'
import { readAlong } from '../../http/access.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentUserFor } from '../../identity/members/present-user.ts'
import { findProfile } from './find-profile.ts'

/** A profile with its numbers; the lists they stand for are `GET /api/nfts/`. */
export function profileRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/users/{id}/',
    async (request, reply) => {
      const { id } = request.params
      const { profile, viewer } = await readAlong(request, reply, (reader) => findProfile(ctx.db, id, reader))
      if (!profile) throw notFound('User not found')
      const options = {
        urls: urlsFor(ctx),
        isOwn: viewer?.userId === profile.id,
        isAdmin: viewer?.isAdmin ?? false,
        counts: profile.counts,
        ...(viewer && { isFollowing: profile.is_following }),
      }
      return { data: presentUserFor(profile, options) }
    },
    { config: { readsViewer: true } },
  )
}
