import type { Context } from '../../context.ts'
import { readForAnybody } from '../../http/access.ts'
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
      const { profile, viewer } = await readForAnybody(ctx, [request, reply], {
        read: (db, reader) => findProfile(db, id, reader),
        isFound: (found) => Boolean(found.profile),
      })
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
