import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { readForAnybody, viewerOf } from '../../http/access.ts'
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
import { readingOne } from './reading-one.ts'
import { prepareThumbnail } from '../minting/prepare-thumbnail.ts'
import { presentOne } from './present-one.ts'
import { retryMint } from '../minting/retry-mint.ts'

export function nftRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/nfts/',
    async (request, reply) => {
      const read = (db: Db, reader: Reader) => listNfts(db, request.query, reader)
      const { details, viewer, ...page } = await readForAnybody(ctx, [request, reply], { read })
      const input = { urls: urlsFor(ctx), viewerId: viewer?.userId ?? null }
      return { data: details.map((one) => presentNft(ctx, one, input)), meta: metaOf(page) }
    },
    { onSend: conditionalGet, config: { readsViewer: true } },
  )

  route(
    app,
    'GET /api/nfts/{id}/',
    async (request, reply) => {
      const { details, viewer } = await readForAnybody(ctx, [request, reply], readingOne(request.params.id))
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
