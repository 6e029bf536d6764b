import { isLiveChain } from '@verso/protocol/chains'
import { dataOf, pathId } from '@verso/protocol/envelope'
import { withdrawal, withdrawBody } from '@verso/protocol/withdrawals'
import { getAddress, type Hex } from 'viem'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { assertCanReceive } from './check-address.ts'
import { findWithdrawal } from './find-withdrawal.ts'
import { withdrawNft } from './withdraw-nft.ts'

const params = z.object({ id: pathId })

/** Leaving with an NFT: to any outside address of its chain. */
export function withdrawRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/nfts/:id/withdraw/',
    {
      config: { access: 'step-up' },
      schema: {
        tags: ['nfts'],
        summary: 'Send the token to an outside address',
        params,
        body: withdrawBody,
        response: { 201: dataOf(withdrawal) },
      },
    },
    async (request, reply) => {
      const { userId } = viewerOf(request)
      const nftId = request.params.id
      const to = getAddress(request.body.address.toLowerCase())
      await askReceiver(ctx, { nftId, to })
      reply.status(201)
      const asked = await idempotently(ctx, request, async (tx) => {
        await withdrawNft(ctx, tx, { userId, nftId, to })
        return { data: (await findWithdrawal(tx, nftId, userId)) ?? never() }
      })
      ctx.failpoints.reach('withdraw-nft.after-commit')
      return asked
    },
  )

  app.get(
    '/api/nfts/:id/withdraw/',
    {
      config: { access: 'member' },
      schema: {
        tags: ['nfts'],
        summary: 'My latest withdrawal of it, or null',
        params,
        response: { 200: dataOf(withdrawal.nullable()) },
      },
    },
    async (request) => ({
      data: (await findWithdrawal(ctx.db, request.params.id, viewerOf(request).userId)) ?? null,
    }),
  )
}

/** Before the transaction, because it asks the node. Whose NFT it is and whether it may leave is decided inside. */
async function askReceiver(ctx: Context, { nftId, to }: { nftId: string; to: Hex }): Promise<void> {
  const nft = await ctx.db
    .selectFrom('nfts')
    .select(['chain', 'token_id', 'owner_address'])
    .where('id', '=', nftId)
    .executeTakeFirst()
  if (!nft?.token_id || !nft.owner_address || !isLiveChain(nft.chain)) return
  const token = { chain: nft.chain, owner: nft.owner_address as Hex, tokenId: BigInt(nft.token_id) }
  await assertCanReceive(ctx, { ...token, to })
}

function never(): never {
  throw new Error('the withdrawal that was just written is not there')
}
