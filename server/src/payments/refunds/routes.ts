import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { route } from '../../http/route.ts'
import { getBalances } from '../../ledger/queries.ts'
import { presentCredit } from '../topups/present-account.ts'
import { payBackCredits } from './pay-back-credits.ts'

export function refundRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/accounts/credits/refund/', async (request) => {
    const { userId } = viewerOf(request)
    return idempotently(ctx, request, async (tx) => {
      await payBackCredits(ctx, tx, userId)
      return { data: presentCredit(await getBalances(tx, userId)) }
    })
  })
}
