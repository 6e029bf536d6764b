import { moderationBody } from '@verso/protocol/admin'
import { dataOf, pathId, listOf } from '@verso/protocol/envelope'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '@verso/protocol/limits'
import { moderationItem } from '@verso/protocol/moderation'
import { nft, reportBody } from '@verso/protocol/nfts'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import { presentOne } from '../nfts/present-one.ts'
import { getNft } from '../nfts/queries.ts'
import { decideNft } from './decide-nft.ts'
import { presentQueueItem } from './present-queue-item.ts'
import { listModerationQueue } from './queries.ts'
import { reportNft } from './report-nft.ts'

const tags = ['moderation']
const params = z.object({ id: pathId })
const querystring = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
})

export function reportRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/nfts/:id/reports/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Report a work to the moderators',
        params,
        body: reportBody,
        response: { 200: dataOf(z.object({ id: z.string() })) },
      },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const { id: nftId } = await getNft(ctx.db, request.params.id, viewer)
      return idempotently(ctx, request, async (tx) => ({
        data: await reportNft(ctx, tx, { ...request.body, nftId, reporterId: viewer.userId }),
      }))
    },
  )
}

export function moderationRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/admin/moderation/',
    {
      config: { access: 'admin' },
      onSend: conditionalGet,
      schema: {
        tags,
        summary: 'Works that wait for a moderator, oldest first',
        querystring,
        response: { 200: listOf(moderationItem) },
      },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const { items, nextCursor, total } = await listModerationQueue(ctx.db, { viewer, ...request.query })
      const input = { urls: urlsFor(ctx), viewerId: viewer.userId }
      return { data: items.map((item) => presentQueueItem(ctx, item, input)), meta: { next_cursor: nextCursor, total } }
    },
  )

  app.put(
    '/api/admin/nfts/:id/',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Approve, refuse, take down or restore a work',
        params,
        body: moderationBody,
        response: { 200: dataOf(nft) },
      },
    },
    async (request) => {
      const { userId: adminId } = viewerOf(request)
      const origin = urlsFor(ctx).public
      const decided = await idempotently(ctx, request, async (tx) => {
        await decideNft(ctx, tx, { ...request.body, nftId: request.params.id, adminId, origin, requestId: request.id })
        return presentOne(ctx, request, tx, request.params.id)
      })
      ctx.failpoints.reach('decide-nft.after-commit')
      return decided
    },
  )
}
