import { getAddress } from 'viem'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { deviceOf } from '../../http/device.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { setRoyaltyAddress } from './set-royalty-address.ts'

/** The address to which a creator's royalties of other marketplaces go. */
export function royaltyRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/accounts/cryptos/royalty_address/', async (request) => {
    const { royalty_payout_address: address } = await ctx.db
      .selectFrom('users')
      .select('royalty_payout_address')
      .where('id', '=', viewerOf(request).userId)
      .executeTakeFirstOrThrow()
    return { data: { address } }
  })

  route(app, 'PUT /api/accounts/cryptos/royalty_address/', async (request) => {
    const { userId } = viewerOf(request)
    const address = getAddress(request.body.address.toLowerCase())
    const named = await idempotently(ctx, request, async (tx) => {
      const sender = { site: mailSiteOf(ctx), device: deviceOf(request) }
      await setRoyaltyAddress(ctx, tx, { userId, address, requestId: request.id, ...sender })
      return { data: { address } }
    })
    ctx.failpoints.reach('set-royalty-address.after-commit')
    return named
  })
}
