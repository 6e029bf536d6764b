import { type AdminPayment } from '@verso/protocol/money/admin-money'
import { centsToUsd } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { urlsFor } from '../../http/urls.ts'
import { readLedgerHealth } from '../../ledger/check-ledger-in-steps.ts'
import { listAccountTotals } from '../../ledger/queries.ts'
import { decideReviewCase } from './decide-review-case.ts'
import { lookBeforeDecision } from './look-before-decision.ts'
import { listPayments } from './list-payments.ts'
import { presentReviewCases } from './present-review-case.ts'
import { getPayment, listReviewPayments } from '../records/queries.ts'

/** Payments that need a person, and the state of the books. */
export function adminPaymentRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/admin/payments/', async (request) => {
    const { rows, ...page } = await (request.query.shown === 'all' ? listPayments : listReviewPayments)(
      ctx.db,
      request.query,
    )
    const urls = urlsFor(ctx)
    const data = await presentReviewCases(ctx, rows, urls)
    return { data, meta: metaOf(page) }
  })
  route(app, 'PUT /api/admin/payments/{id}/', async (request) => {
    const paymentId = request.params.id
    const { action, note, shown_reason: shownReason } = request.body
    const by = { adminId: viewerOf(request).userId, requestId: request.id }
    const decision = { paymentId, action, note, shownReason, ...by }
    if (action === 'chargeback_won' || action === 'chargeback_lost') await lookBeforeDecision(ctx, paymentId)
    await idempotently(ctx, request, (tx) => decideReviewCase(ctx, tx, decision))
    ctx.failpoints.reach('decide-review-case.after-commit')
    const [decided] = await presentReviewCases(ctx, [await getPayment(ctx.db, paymentId)], urlsFor(ctx))
    return { data: decided as AdminPayment }
  })
  route(app, 'GET /api/admin/ledger/', async () => {
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
  })
}
