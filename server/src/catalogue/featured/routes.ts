import type { ChosenFeatured, Featured } from '@verso/protocol/nfts/featured'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { readForAnybody, viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { route } from '../../http/route.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentUser } from '../../identity/members/present-user.ts'
import { presentNft } from '../nfts/present-nft.ts'
import { chooseFeatured } from './choose-featured.ts'
import { type ChosenRows, type FeaturedRows, listChosen, listFeatured } from './list-featured.ts'

export function featuredRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/featured/',
    async (request, reply) => {
      const { viewer, ...rows } = await readForAnybody(ctx, [request, reply], { read: listFeatured })
      return { data: present(ctx, rows, viewer?.userId ?? null) }
    },
    { onSend: conditionalGet, config: { readsViewer: true } },
  )
}

export function adminFeaturedRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/admin/featured/', async (request) => {
    const viewer = viewerOf(request)
    return { data: presentChosen(ctx, await listChosen(ctx, viewer), viewer.userId) }
  })
  route(app, 'PUT /api/admin/featured/', async (request) => {
    const viewer = viewerOf(request)
    const { nfts: nftIds, users: userIds, updated_at } = request.body
    const shownTime = typeof updated_at === 'string' ? new Date(updated_at) : updated_at
    const input = { nftIds, userIds, shownTime, actorId: viewer.userId, requestId: request.id }
    await inTransaction(ctx.db, (tx) => chooseFeatured(ctx, tx, input))
    return { data: presentChosen(ctx, await listChosen(ctx, viewer), viewer.userId) }
  })
}

const presentChosen = (ctx: Context, rows: ChosenRows, viewerId: string): ChosenFeatured => ({
  ...present(ctx, rows, viewerId),
  not_shown: rows.notShownIds,
  updated_at: rows.updatedAt?.toISOString() ?? null,
})

function present(ctx: Context, { nfts, users }: FeaturedRows, viewerId: string | null): Featured {
  const shown = { urls: urlsFor(ctx), viewerId }
  return {
    nfts: nfts.map((details) => presentNft(ctx, details, shown)),
    users: users.map((row) => presentUser(row, { ...shown, ...(viewerId && { isFollowing: row.is_following }) })),
  }
}
