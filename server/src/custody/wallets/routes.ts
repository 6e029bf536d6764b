import { wholeList } from '@verso/protocol/envelope'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { createWallet } from './create-wallet.ts'
import { presentWallet } from './present-wallet.ts'
import { retryWalletAddress } from './retry-wallet-address.ts'

/** Settings → Crypto Wallets. */
export function walletRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/accounts/cryptos/', async (request) => {
    const rows = await ctx.db
      .selectFrom('wallets')
      .selectAll()
      .where('user_id', '=', viewerOf(request).userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return wholeList(rows.map(presentWallet))
  })

  route(app, 'POST /api/accounts/cryptos/', async (request) => {
    const { userId } = viewerOf(request)
    const { chain } = request.body
    const created = await idempotently(ctx, request, async (tx) => ({
      data: presentWallet(await createWallet(ctx, tx, { userId, chain })),
    }))
    ctx.failpoints.reach('create-wallet.after-commit')
    return created
  })

  route(app, 'PUT /api/accounts/cryptos/{id}/public_address/', async (request) => {
    const { userId } = viewerOf(request)
    const walletId = request.params.id
    return idempotently(ctx, request, async (tx) => ({
      data: presentWallet(await retryWalletAddress(ctx, tx, { userId, walletId })),
    }))
  })
}
