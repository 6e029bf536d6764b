import { createWalletBody, wallet } from '@verso/protocol/accounts'
import { dataOf, listOf, pathId, wholeList } from '@verso/protocol/envelope'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { createWallet } from './create-wallet.ts'
import { presentWallet } from './present-wallet.ts'
import { retryWalletAddress } from './retry-wallet-address.ts'

const params = z.object({ id: pathId })

/** Settings → Crypto Wallets. */
export function walletRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/accounts/cryptos/',
    {
      config: { access: 'member' },
      schema: { tags: ['accounts'], summary: 'My crypto wallets', response: { 200: listOf(wallet) } },
    },
    async (request) => {
      const rows = await ctx.db
        .selectFrom('wallets')
        .selectAll()
        .where('user_id', '=', viewerOf(request).userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return wholeList(rows.map(presentWallet))
    },
  )

  app.post(
    '/api/accounts/cryptos/',
    {
      config: { access: 'trader' },
      schema: {
        tags: ['accounts'],
        summary: 'Create a crypto wallet',
        body: createWalletBody,
        response: { 201: dataOf(wallet) },
      },
    },
    async (request, reply) => {
      const { userId } = viewerOf(request)
      const { chain } = request.body
      reply.status(201)
      const created = await idempotently(ctx, request, async (tx) => ({
        data: presentWallet(await createWallet(ctx, tx, { userId, chain })),
      }))
      ctx.failpoints.reach('create-wallet.after-commit')
      return created
    },
  )

  app.put(
    '/api/accounts/cryptos/:id/public_address/',
    {
      config: { access: 'member' },
      schema: {
        tags: ['accounts'],
        summary: 'Ask again for the address of a pending wallet',
        params,
        response: { 200: dataOf(wallet) },
      },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      const walletId = request.params.id
      return idempotently(ctx, request, async (tx) => ({
        data: presentWallet(await retryWalletAddress(ctx, tx, { userId, walletId })),
      }))
    },
  )
}
