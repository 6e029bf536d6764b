import { centsToUsd } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import { invalidField } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { assertDiskSpace } from '../../media/storage/disk-space.ts'
import { listNft } from '../../catalogue/listings/list-nft.ts'
import { presentOne } from '../../catalogue/nfts/present-one.ts'
import { startPurchase } from './start-purchase.ts'
import { unlistNft } from '../../catalogue/listings/unlist-nft.ts'

/** `PUT /api/nfts/{id}/` is three things, told apart by the schema (protocol/src/nfts.ts) and nowhere else. */
export function changeNftRoutes(app: App, ctx: Context): void {
  route(app, 'PUT /api/nfts/{id}/', async (request) => {
    const viewer = viewerOf(request)
    const change = request.body
    const { id: nftId } = request.params
    if (change.kind === 'purchase') {
      if (change.buyer !== null && change.buyer !== viewer.userId)
        throw invalidField('buyer', 'The buyer is the signed-in member')
      const { expectedCents, withFee } = change
      await assertDiskSpace(ctx, 'Buying is paused for a short while. Please try again later.')
      const started = await idempotently(ctx, request, async (tx) => {
        const purchase = { buyerId: viewer.userId, nftId, expectedCents, withFee }
        const { paymentId, amountCents } = await startPurchase(ctx, tx, purchase)
        return { data: { payment_id: paymentId, amount: centsToUsd(amountCents) } }
      })
      ctx.failpoints.reach('start-purchase.after-commit')
      return started
    }
    const changed = await idempotently(ctx, request, async (tx) => {
      if (change.kind === 'list') await listNft(ctx, tx, { ...change, nftId, sellerId: viewer.userId })
      else await unlistNft(ctx, tx, { nftId, sellerId: viewer.userId })
      return presentOne(ctx, request, tx, nftId)
    })
    ctx.failpoints.reach(change.kind === 'list' ? 'list-nft.after-commit' : 'unlist-nft.after-commit')
    return changed
  })
}
