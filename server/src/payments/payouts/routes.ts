import { payout, payoutBody, updatePayoutBody } from '@verso/protocol/accounts'
import { dataOf, listOf, pathId } from '@verso/protocol/envelope'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { pageQuery } from '../checkout/routes.ts'
import { cancelPayout } from './cancel-payout.ts'
import { presentPayout } from './present-payout.ts'
import { listOwnPayouts } from './queries.ts'
import { requestPayout } from './request-payout.ts'

/** A member's payouts. */
export function payoutRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/payouts/',
    {
      config: { access: 'member' },
      schema: { tags: ['payouts'], summary: 'Own payouts', querystring: pageQuery, response: { 200: listOf(payout) } },
    },
    async (request) => {
      const { rows, nextCursor, total } = await listOwnPayouts(ctx.db, viewerOf(request).userId, request.query)
      return { data: rows.map((row) => presentPayout(ctx, row)), meta: { next_cursor: nextCursor, total } }
    },
  )
  app.post(
    '/api/payouts/',
    {
      config: { access: 'step-up' },
      schema: { tags: ['payouts'], summary: 'Request a payout', body: payoutBody, response: { 200: dataOf(payout) } },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      const { amount: amountCents, fiat_account: accountId } = request.body
      const data = await idempotently(ctx, request, async (tx) =>
        presentPayout(ctx, await requestPayout(ctx, tx, { userId, amountCents, accountId })),
      )
      ctx.failpoints.reach('request-payout.after-commit')
      return { data }
    },
  )
  app.put(
    '/api/payouts/:id/',
    {
      config: { access: 'member' },
      schema: {
        tags: ['payouts'],
        summary: 'Take an open request back',
        params: z.object({ id: pathId }),
        body: updatePayoutBody,
        response: { 200: dataOf(payout) },
      },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      const data = await idempotently(ctx, request, async (tx) =>
        presentPayout(ctx, await cancelPayout(ctx, tx, { id: request.params.id, userId })),
      )
      ctx.failpoints.reach('cancel-payout.after-commit')
      return { data }
    },
  )
}
