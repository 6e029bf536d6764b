import { listOf } from '@verso/protocol/envelope'
import { moderatedNftsQuery } from '@verso/protocol/moderation'
import { nft } from '@verso/protocol/nfts'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentNft } from '../nfts/present-nft.ts'
import { listAnyNfts } from './list-any-nfts.ts'

export function moderatedNftRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/admin/nfts/',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['moderation'],
        summary: 'Any work, to take it down or restore it',
        querystring: moderatedNftsQuery,
        response: { 200: listOf(nft) },
      },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const { details, nextCursor, total } = await listAnyNfts(ctx.db, { ...request.query, viewer })
      const input = { urls: urlsFor(ctx, request), viewerId: viewer.userId }
      return { data: details.map((one) => presentNft(ctx, one, input)), meta: { next_cursor: nextCursor, total } }
    },
  )
}
