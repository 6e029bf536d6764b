import { adminPayment, paymentEvent, paymentSearchQuery } from '@verso/protocol/admin-money'
import { listOf, pathId, wholeList } from '@verso/protocol/envelope'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { urlsFor } from '../../http/urls.ts'
import { listPaymentHistory } from './list-payment-history.ts'
import { presentCases } from './present-case.ts'
import { findPayments } from '../records/queries.ts'
import { searchPayments } from './search-payments.ts'

/** Finding any payment, and what happened to it. */
export function paymentSearchRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/admin/payments/search/',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['admin'],
        summary: 'Payments by any id that has to do with them, or by the member’s e-mail',
        querystring: paymentSearchQuery,
        response: { 200: listOf(adminPayment) },
      },
    },
    async (request) => {
      const urls = urlsFor(ctx)
      const ids = await searchPayments(ctx.db, request.query.q)
      return wholeList(await presentCases(ctx, await findPayments(ctx.db, ids), urls))
    },
  )
  app.get(
    '/api/admin/payments/:id/history/',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['admin'],
        summary: 'Everything that happened to a payment',
        params: z.object({ id: pathId }),
        response: { 200: listOf(paymentEvent) },
      },
    },
    async (request) => wholeList(await listPaymentHistory(ctx.db, request.params.id)),
  )
}
