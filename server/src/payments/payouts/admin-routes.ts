import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { decidePayout } from './decide-payout.ts'
import { presentAdminPayout, presentPayout } from './present-payout.ts'
import { listAdminPayouts } from './queries.ts'
import { readBankDetails } from './read-bank-details.ts'

/** Payouts in the admin area. */
export function adminPayoutRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/admin/payouts/', async (request) => {
    const { status, ...page } = request.query
    const { rows, ...meta } = await listAdminPayouts(ctx.db, { ...page, isOpen: status === 'open' })
    return { data: rows.map((row) => presentAdminPayout(ctx, row)), meta: metaOf(meta) }
  })
  route(app, 'PUT /api/admin/payouts/{id}/', async (request) => {
    const decision = {
      id: request.params.id,
      adminId: viewerOf(request).userId,
      requestId: request.id,
      body: request.body,
    }
    const data = await idempotently(ctx, request, async (tx) =>
      presentPayout(ctx, await decidePayout(ctx, tx, decision)),
    )
    ctx.failpoints.reach('decide-payout.after-commit')
    return { data }
  })
  route(app, 'GET /api/admin/payouts/{id}/bank-details/', async (request) => {
    const read = { payoutId: request.params.id, adminId: viewerOf(request).userId, requestId: request.id }
    return { data: await inTransaction(ctx.db, (tx) => readBankDetails(ctx, tx, read)) }
  })
}
