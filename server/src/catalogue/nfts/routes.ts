import { dataOf, pathId, listOf } from '@verso/protocol/envelope'
import { createNftBody, nft, nftListQuery } from '@verso/protocol/nfts'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import { createNft } from '../minting/create-nft.ts'
import { listNfts } from './list-nfts.ts'
import { presentNft } from './present-nft.ts'
import { prepareThumbnail } from '../minting/prepare-thumbnail.ts'
import { presentOne } from './present-one.ts'
import { retryMint } from '../minting/retry-mint.ts'

const tags = ['nfts']
const params = z.object({ id: pathId })

export function nftRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/nfts/',
    {
      config: { access: 'visitor' },
      onSend: conditionalGet,
      schema: {
        tags,
        summary: 'The catalogue, one page at a time',
        querystring: nftListQuery,
        response: { 200: listOf(nft) },
      },
    },
    async (request) => {
      const { details, nextCursor, total } = await listNfts(ctx.db, request.query, request.viewer)
      const input = { urls: urlsFor(ctx), viewerId: request.viewer?.userId ?? null }
      return { data: details.map((one) => presentNft(ctx, one, input)), meta: { next_cursor: nextCursor, total } }
    },
  )

  app.get(
    '/api/nfts/:id/',
    {
      config: { access: 'visitor' },
      onSend: conditionalGet,
      schema: { tags, summary: 'One NFT with all its listings', params, response: { 200: dataOf(nft) } },
    },
    async (request) => presentOne(ctx, request, ctx.db, request.params.id),
  )

  app.post(
    '/api/nfts/',
    {
      config: { access: 'trader' },
      schema: {
        tags,
        summary: 'Create an NFT of two own files and mint it',
        body: createNftBody,
        response: { 200: dataOf(nft) },
      },
    },
    async (request) => {
      const viewer = viewerOf(request)
      await prepareThumbnail(ctx, { thumbnail: request.body.thumbnail, memberId: viewer.userId })
      const answer = await idempotently(ctx, request, async (tx) => {
        const { nftId } = await createNft(ctx, tx, { ...request.body, memberId: viewer.userId })
        return presentOne(ctx, request, tx, nftId)
      })
      ctx.failpoints.reach('create-nft.after-commit')
      return answer
    },
  )

  app.post(
    '/api/nfts/:id/retry/',
    {
      config: { access: 'trader' },
      schema: { tags, summary: 'Try a failed mint again', params, response: { 200: dataOf(nft) } },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const answer = await idempotently(ctx, request, async (tx) => {
        await retryMint(ctx, tx, { nftId: request.params.id, memberId: viewer.userId })
        return presentOne(ctx, request, tx, request.params.id)
      })
      ctx.failpoints.reach('retry-mint.after-commit')
      return answer
    },
  )
}
