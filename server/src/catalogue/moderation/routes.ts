import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentOne } from '../nfts/present-one.ts'
import { getNft } from '../nfts/queries.ts'
import { decideNft } from './decide-nft.ts'
import { presentQueueItem } from './present-queue-item.ts'
import { listModerationQueue } from './queries.ts'
import { reportNft } from './report-nft.ts'

export function reportRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/nfts/{id}/reports/', async (request) => {
    const viewer = viewerOf(request)
    const { id: nftId } = await getNft(ctx.db, request.params.id, viewer)
    return idempotently(ctx, request, async (tx) => ({
      data: await reportNft(ctx, tx, { ...request.body, nftId, reporterId: viewer.userId }),
    }))
  })
}

export function moderationRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/admin/moderation/',
    async (request) => {
      const viewer = viewerOf(request)
      const { items, ...page } = await listModerationQueue(ctx.db, { viewer, ...request.query })
      const input = { urls: urlsFor(ctx), viewerId: viewer.userId }
      return { data: items.map((item) => presentQueueItem(ctx, item, input)), meta: metaOf(page) }
    },
    { onSend: conditionalGet },
  )

  route(app, 'PUT /api/admin/nfts/{id}/', async (request) => {
    const { userId: adminId } = viewerOf(request)
    const decided = await idempotently(ctx, request, async (tx) => {
      await decideNft(ctx, tx, { ...request.body, nftId: request.params.id, adminId, requestId: request.id })
      return presentOne(ctx, request, tx, request.params.id)
    })
    ctx.failpoints.reach('decide-nft.after-commit')
    return decided
  })
}
