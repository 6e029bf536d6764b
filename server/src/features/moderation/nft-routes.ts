import { listOf } from '@verso/protocol/envelope'
import { moderatedNft, moderatedNftsQuery } from '@verso/protocol/moderation'
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
        summary: 'Any work, to take it down, restore it or approve it after all',
        querystring: moderatedNftsQuery,
        response: { 200: listOf(moderatedNft) },
      },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const { works, nextCursor, total } = await listAnyNfts(ctx.db, { ...request.query, viewer })
      const input = { urls: urlsFor(ctx), viewerId: viewer.userId }
      const data = works.map(({ details, reason }) => ({
        ...presentNft(ctx, details, input),
        approval: details.nft.approval,
        decision_reason: reason,
      }))
      return { data, meta: { next_cursor: nextCursor, total } }
    },
  )
}
