import { blockBytesBody } from '@verso/protocol/admin'
import { dataOf, listOf, pathId } from '@verso/protocol/envelope'
import { moderatedNft, moderatedNftsQuery } from '@verso/protocol/moderation'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentNft } from '../nfts/present-nft.ts'
import { blockBytes } from './block-bytes.ts'
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
      const data = works.map(({ details, reason, isBlocked }) => ({
        ...presentNft(ctx, details, input),
        approval: details.nft.approval,
        decision_reason: reason,
        bytes_blocked: isBlocked,
      }))
      return { data, meta: { next_cursor: nextCursor, total } }
    },
  )

  app.put(
    '/api/admin/nfts/:id/bytes/',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['moderation'],
        summary: 'Block the bytes of a work everywhere, and take down every work made of them, or unblock them',
        params: z.object({ id: pathId }),
        body: blockBytesBody,
        response: { 200: dataOf(z.object({ blocked: z.boolean(), taken_down: z.number().int() })) },
      },
    },
    async (request) => {
      const { userId: adminId } = viewerOf(request)
      const { blocked } = request.body
      const origin = urlsFor(ctx).public
      const input = { ...request.body, nftId: request.params.id, adminId, origin, requestId: request.id }
      return idempotently(ctx, request, async (tx) => ({
        data: { blocked, taken_down: await blockBytes(ctx, tx, input) },
      }))
    },
  )
}
