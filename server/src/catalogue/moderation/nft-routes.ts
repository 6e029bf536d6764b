import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentNft } from '../nfts/present-nft.ts'
import { blockBytes } from './block-bytes.ts'
import { listAnyNfts } from './list-any-nfts.ts'

export function moderatedNftRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/admin/nfts/', async (request) => {
    const viewer = viewerOf(request)
    const { nfts, ...page } = await listAnyNfts(ctx.db, { ...request.query, viewer })
    const input = { urls: urlsFor(ctx), viewerId: viewer.userId }
    const data = nfts.map(({ details, reason, isBlocked }) => ({
      ...presentNft(ctx, details, input),
      approval: details.nft.approval,
      decision_reason: reason,
      bytes_blocked: isBlocked,
    }))
    return { data, meta: metaOf(page) }
  })

  route(app, 'PUT /api/admin/nfts/{id}/bytes/', async (request) => {
    const { userId: adminId } = viewerOf(request)
    const { blocked } = request.body
    const input = { ...request.body, nftId: request.params.id, adminId, requestId: request.id }
    return idempotently(ctx, request, async (tx) => ({
      data: { blocked, taken_down: await blockBytes(ctx, tx, input) },
    }))
  })
}
