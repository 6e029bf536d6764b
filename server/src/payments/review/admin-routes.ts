import { type AdminPayment, adminLedger, adminPayment, adminPaymentBody } from '@verso/protocol/admin-money'
import { dataOf, listOf, pathId } from '@verso/protocol/envelope'
import { centsToUsd } from '@verso/protocol/money'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import { readLedgerHealth } from '../../ledger/check-ledger-in-steps.ts'
import { listAccountTotals } from '../../ledger/queries.ts'
import { decideCase } from './decide-case.ts'
import { presentCases } from './present-case.ts'
import { getPayment, listReviewPayments } from '../records/queries.ts'
import { pageQuery } from '../checkout/routes.ts'

/** Payments that need a person, and the state of the books. */
export function adminPaymentRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/admin/payments/',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['admin'],
        summary: 'Payments that need a person',
        querystring: pageQuery,
        response: { 200: listOf(adminPayment) },
      },
    },
    async (request) => {
      const { rows, nextCursor, total } = await listReviewPayments(ctx.db, request.query)
      const urls = urlsFor(ctx)
      const data = await presentCases(ctx, rows, urls)
      return { data, meta: { next_cursor: nextCursor, total } }
    },
  )
  app.put(
    '/api/admin/payments/:id/',
    {
      config: { access: 'admin-step-up' },
      schema: {
        tags: ['admin'],
        summary: 'Refund, retry, settle by hand, or enter a chargeback’s end',
        params: z.object({ id: pathId }),
        body: adminPaymentBody,
        response: { 200: dataOf(adminPayment) },
      },
    },
    async (request) => {
      const paymentId = request.params.id
      const { action, note } = request.body
      const decision = { paymentId, action, note, adminId: viewerOf(request).userId, requestId: request.id }
      await idempotently(ctx, request, (tx) => decideCase(ctx, tx, decision))
      ctx.failpoints.reach('decide-case.after-commit')
      const [decided] = await presentCases(ctx, [await getPayment(ctx.db, paymentId)], urlsFor(ctx))
      return { data: decided as AdminPayment }
    },
  )
  app.get(
    '/api/admin/ledger/',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['admin'],
        summary: 'The books: totals, and what does not add up',
        response: { 200: dataOf(adminLedger) },
      },
    },
    async () => {
      const [totals, { problems, checkedAt, roundEndedAt }] = await Promise.all([
        listAccountTotals(ctx.db),
        readLedgerHealth(ctx),
      ])
      const accounts = totals.map(({ kind, balanceCents }) => ({ kind, balance: centsToUsd(balanceCents) }))
      return {
        data: {
          accounts,
          problems,
          checked_at: checkedAt.toISOString(),
          round_ended_at: roundEndedAt?.toISOString() ?? null,
        },
      }
    },
  )
}
