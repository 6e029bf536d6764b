import { payout } from '@verso/protocol/accounts'
import { payoutDecisionBody } from '@verso/protocol/admin'
import { adminPayout, payoutBankDetails } from '@verso/protocol/admin-money'
import { dataOf, listOf, pathId } from '@verso/protocol/envelope'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { pageQuery } from '../checkout/routes.ts'
import { decidePayout } from './decide-payout.ts'
import { presentAdminPayout, presentPayout } from './present-payout.ts'
import { listAdminPayouts } from './queries.ts'
import { readBankDetails } from './read-bank-details.ts'

const params = z.object({ id: pathId })

/** Payouts in the admin area. */
export function adminPayoutRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/admin/payouts/',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['admin'],
        summary: 'Payouts: the open ones, or all',
        querystring: pageQuery.extend({ status: z.enum(['open', 'all']).default('open') }),
        response: { 200: listOf(adminPayout) },
      },
    },
    async (request) => {
      const { status, ...page } = request.query
      const { rows, nextCursor, total } = await listAdminPayouts(ctx.db, { ...page, isOpen: status === 'open' })
      return { data: rows.map((row) => presentAdminPayout(ctx, row)), meta: { next_cursor: nextCursor, total } }
    },
  )
  app.put(
    '/api/admin/payouts/:id/',
    {
      config: { access: 'admin-step-up' },
      schema: {
        tags: ['admin'],
        summary: 'Approve, mark paid or reject',
        params,
        body: payoutDecisionBody,
        response: { 200: dataOf(payout) },
      },
    },
    async (request) => {
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
    },
  )
  app.get(
    '/api/admin/payouts/:id/bank-details/',
    {
      config: { access: 'admin-step-up' },
      schema: { tags: ['admin'], summary: 'Where to pay it to', params, response: { 200: dataOf(payoutBankDetails) } },
    },
    async (request) => {
      const read = { payoutId: request.params.id, adminId: viewerOf(request).userId, requestId: request.id }
      return { data: await inTransaction(ctx.db, (tx) => readBankDetails(ctx, tx, read)) }
    },
  )
}
