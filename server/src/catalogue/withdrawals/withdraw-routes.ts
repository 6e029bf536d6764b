import { findAddressProblem } from '@verso/protocol/chains/addresses'
import { getAddress } from 'viem'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import { AppError, invalidField } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { assertCanReceive, limitAddressChecks } from './check-address.ts'
import { findWithdrawal } from './find-withdrawal.ts'
import { deviceOf } from '../../http/device.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { announceWithdrawal } from '../../custody/wallets/announce-withdrawal.ts'
import { findOpenListing } from '../listings/queries.ts'
import { assertMayLeave, withdrawNft } from './withdraw-nft.ts'

/** Leaving with an NFT: to any outside address of its chain. */
export function withdrawRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/nfts/{id}/withdraw/', async (request) => {
    const { userId } = viewerOf(request)
    const nftId = request.params.id
    const to = await readAddress(ctx, nftId, request.body)
    await askReceiver(ctx, { userId, nftId, to })
    const sender = { site: mailSiteOf(ctx), device: deviceOf(request) }
    const asked = await idempotently(ctx, request, async (tx) => {
      await withdrawNft(ctx, tx, { userId, nftId, to })
      await announceWithdrawal(ctx, tx, { userId, nftId, to, ...sender })
      return { data: (await findWithdrawal(tx, nftId, userId)) ?? never() }
    })
    ctx.failpoints.reach('withdraw-nft.after-commit')
    return asked
  })

  route(app, 'GET /api/nfts/{id}/withdraw/', async (request) => ({
    data: (await findWithdrawal(ctx.db, request.params.id, viewerOf(request).userId)) ?? null,
  }))
}

/**
 * In the form of the NFT's own chain; what does not exist is told by the withdrawal itself.
 * @throws AppError
 */
async function readAddress(ctx: Context, nftId: string, { address }: { address: string }): Promise<string> {
  const nft = await ctx.db.selectFrom('nfts').select('chain').where('id', '=', nftId).executeTakeFirst()
  const chain = nft?.chain ?? 'ETH'
  const problem = findAddressProblem(chain, address)
  if (problem) throw invalidField('address', problem)
  return chain === 'SOL' ? address : getAddress(address.toLowerCase())
}

/**
 * Before the transaction, because it asks the node, and only for who may send this NFT there. Whether it may leave is
 * decided inside, where a request that was answered before is answered the same again.
 */
async function askReceiver(ctx: Context, request: { userId: string; nftId: string; to: string }): Promise<void> {
  const open = await findOpenListing(ctx.db, request.nftId)
  const token = await assertMayLeave(ctx, ctx.db, request, { open, isLocked: false }).catch((error: Error) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (!token) return
  await limitAddressChecks(ctx, request.userId)
  await assertCanReceive(ctx, { ...token, to: request.to })
}

function never(): never {
  throw new Error('the withdrawal that was just written is not there')
}
