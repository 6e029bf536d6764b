import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { cancelPayout } from './cancel-payout.ts'
import { presentPayout } from './present-payout.ts'
import { listOwnPayouts } from './queries.ts'
import { requestPayout } from './request-payout.ts'

/** A member's payouts. */
export function payoutRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/payouts/', async (request) => {
    const { rows, ...page } = await listOwnPayouts(ctx.db, viewerOf(request).userId, request.query)
    return { data: rows.map((row) => presentPayout(ctx, row)), meta: metaOf(page) }
  })
  route(app, 'POST /api/payouts/', async (request) => {
    const { userId } = viewerOf(request)
    const { amount: amountCents, fiat_account: accountId } = request.body
    const data = await idempotently(ctx, request, async (tx) =>
      presentPayout(ctx, await requestPayout(ctx, tx, { userId, amountCents, accountId })),
    )
    ctx.failpoints.reach('request-payout.after-commit')
    return { data }
  })
  route(app, 'PUT /api/payouts/{id}/', async (request) => {
    const { userId } = viewerOf(request)
    const data = await idempotently(ctx, request, async (tx) =>
      presentPayout(ctx, await cancelPayout(ctx, tx, { id: request.params.id, userId })),
    )
    ctx.failpoints.reach('cancel-payout.after-commit')
    return { data }
  })
}
