import type { Context } from '../../context.ts'
import { readAlong, viewerOf } from '../../http/access.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { conditionalGet } from '../../http/conditional-get.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import type { Reader } from '../../http/viewer.ts'
import { createNft } from '../minting/create-nft.ts'
import { listNfts } from './list-nfts.ts'
import { presentNft } from './present-nft.ts'
import { findNftDetails } from './queries.ts'
import { prepareThumbnail } from '../minting/prepare-thumbnail.ts'
import { presentOne } from './present-one.ts'
import { retryMint } from '../minting/retry-mint.ts'

export function nftRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/nfts/',
    async (request, reply) => {
      const list = (reader: Reader) => listNfts(ctx.db, request.query, reader)
      const { details, viewer, ...page } = await readAlong(request, reply, list)
      const input = { urls: urlsFor(ctx), viewerId: viewer?.userId ?? null }
      return { data: details.map((one) => presentNft(ctx, one, input)), meta: metaOf(page) }
    },
    { onSend: conditionalGet, config: { readsViewer: true } },
  )

  route(
    app,
    'GET /api/nfts/{id}/',
    async (request, reply) => {
      const find = (reader: Reader) => findNftDetails(ctx.db, request.params.id, reader)
      const { details, viewer } = await readAlong(request, reply, find)
      if (!details) throw notFound('NFT not found')
      return { data: presentNft(ctx, details, { urls: urlsFor(ctx), viewerId: viewer?.userId ?? null }) }
    },
    { onSend: conditionalGet, config: { readsViewer: true } },
  )

  route(app, 'POST /api/nfts/', async (request) => {
    const viewer = viewerOf(request)
    await prepareThumbnail(ctx, { thumbnail: request.body.thumbnail, memberId: viewer.userId })
    const answer = await idempotently(ctx, request, async (tx) => {
      const { nftId } = await createNft(ctx, tx, { ...request.body, memberId: viewer.userId })
      return presentOne(ctx, request, tx, nftId)
    })
    ctx.failpoints.reach('create-nft.after-commit')
    return answer
  })

  route(app, 'POST /api/nfts/{id}/retry/', async (request) => {
    const viewer = viewerOf(request)
    const answer = await idempotently(ctx, request, async (tx) => {
      await retryMint(ctx, tx, { nftId: request.params.id, memberId: viewer.userId })
      return presentOne(ctx, request, tx, request.params.id)
    })
    ctx.failpoints.reach('retry-mint.after-commit')
    return answer
  })
}
