import { wholeList } from '@verso/protocol/envelope'
import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { urlsFor } from '../../http/urls.ts'
import { listPaymentHistory } from './list-payment-history.ts'
import { presentReviewCases } from './present-review-case.ts'
import { findPayments } from '../records/queries.ts'
import { SEARCH_SHOWN, searchPayments } from './search-payments.ts'

/** Finding any payment, and what happened to it. */
export function paymentSearchRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/admin/payments/search/', async (request) => {
    const urls = urlsFor(ctx)
    const ids = await searchPayments(ctx.db, request.query.q)
    const data = await presentReviewCases(ctx, await findPayments(ctx.db, ids.slice(0, SEARCH_SHOWN)), urls)
    const { meta } = wholeList(data)
    return { data, meta: ids.length > SEARCH_SHOWN ? { ...meta, total_capped: true as const } : meta }
  })
  route(app, 'GET /api/admin/payments/{id}/history/', async (request) =>
    wholeList(await listPaymentHistory(ctx.db, request.params.id)),
  )
}
