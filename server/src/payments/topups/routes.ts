import { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { assertDiskSpace } from '../../media/storage/disk-space.ts'
import { getMemberBalances } from '../earnings/earnings-holds.ts'
import { getBalances, listStatement, streamStatement, sumEarned } from '../../ledger/queries.ts'
import { giveUpCredits } from './give-up-credits.ts'
import { startTopup } from './start-topup.ts'
import { presentCredit, presentEarned, presentEarnings, presentEntry, renderStatementCsv } from './present-account.ts'

/** Credits and earnings: balances, statements, and topping up. */
export function balanceRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/accounts/credits/', async (request) => ({
    data: presentCredit(await getBalances(ctx.db, viewerOf(request).userId)),
  }))
  route(app, 'PUT /api/accounts/credits/', async (request) => {
    const { userId } = viewerOf(request)
    await assertDiskSpace(ctx, 'Top-ups are paused for a short while. Please try again later.')
    const { paymentId } = await idempotently(ctx, request, (tx) =>
      startTopup(ctx, tx, { userId, amountCents: request.body.amount }),
    )
    ctx.failpoints.reach('start-topup.after-commit')
    return { data: paymentId }
  })
  route(app, 'DELETE /api/accounts/credits/', async (request) => {
    const { userId } = viewerOf(request)
    return idempotently(ctx, request, async (tx) => {
      await giveUpCredits(ctx, tx, userId)
      return { data: presentCredit(await getBalances(tx, userId)) }
    })
  })
  route(app, 'GET /api/accounts/earnings/', async (request) => ({
    data: presentEarnings(await getMemberBalances(ctx.db, viewerOf(request).userId)),
  }))
  route(app, 'GET /api/accounts/earnings/totals/', async (request) => ({
    data: presentEarned(await sumEarned(ctx.db, viewerOf(request).userId)),
  }))
  statementRoute(app, ctx, { name: 'credits', kind: 'CREDIT' })
  statementRoute(app, ctx, { name: 'earnings', kind: 'EARNINGS' })
}

type Statement = { name: 'credits'; kind: 'CREDIT' } | { name: 'earnings'; kind: 'EARNINGS' }

function statementRoute(app: App, ctx: Context, { name, kind }: Statement): void {
  route(app, `GET /api/accounts/${name}/entries/`, async (request) => {
    const account = { kind, userId: viewerOf(request).userId }
    const { rows, ...page } = await listStatement(ctx.db, account, request.query)
    return { data: rows.map(presentEntry), meta: metaOf(page) }
  })
  route(app, `GET /api/accounts/${name}/entries.csv`, async (request, reply) => {
    const account = { kind, userId: viewerOf(request).userId }
    return reply
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(renderStatementCsv(streamStatement(ctx.db, account))))
  })
}
