import { Readable } from 'node:stream'
import { credit, earnedTotals, earnings, statementEntry, topupBody } from '@verso/protocol/accounts'
import { dataOf, listOf } from '@verso/protocol/envelope'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '@verso/protocol/limits'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import type { LedgerAccountKind } from '../../ledger/account-ref.ts'
import { assertDiskSpace } from '../../media/storage/disk-space.ts'
import { getMemberBalances } from '../earnings/earnings-holds.ts'
import { getBalances, listStatement, streamStatement, sumEarned } from '../../ledger/queries.ts'
import { startTopup } from './start-topup.ts'
import { presentCredit, presentEarned, presentEarnings, presentEntry, renderStatementCsv } from './present-account.ts'

/** Credits and earnings: balances, statements, and topping up. */
export function moneyAccountRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/accounts/credits/',
    {
      config: { access: 'member' },
      schema: { tags: ['accounts'], summary: 'Transaction credits', response: { 200: dataOf(credit) } },
    },
    async (request) => ({ data: presentCredit(await getBalances(ctx.db, viewerOf(request).userId)) }),
  )
  app.put(
    '/api/accounts/credits/',
    {
      config: { access: 'trader' },
      schema: {
        tags: ['accounts'],
        summary: 'Ask for a top-up; data is the payment’s id',
        body: topupBody,
        response: { 200: dataOf(z.string()) },
      },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      await assertDiskSpace(ctx, 'Top-ups are paused for a short while. Please try again later.')
      const { paymentId } = await idempotently(ctx, request, (tx) =>
        startTopup(ctx, tx, { userId, amountCents: request.body.amount }),
      )
      ctx.failpoints.reach('start-topup.after-commit')
      return { data: paymentId }
    },
  )
  app.get(
    '/api/accounts/earnings/',
    {
      config: { access: 'member' },
      schema: { tags: ['accounts'], summary: 'Earnings', response: { 200: dataOf(earnings) } },
    },
    async (request) => ({ data: presentEarnings(await getMemberBalances(ctx.db, viewerOf(request).userId)) }),
  )
  app.get(
    '/api/accounts/earnings/totals/',
    {
      config: { access: 'member' },
      schema: { tags: ['accounts'], summary: 'What was ever earned', response: { 200: dataOf(earnedTotals) } },
    },
    async (request) => ({ data: presentEarned(await sumEarned(ctx.db, viewerOf(request).userId)) }),
  )
  statementRoute(app, ctx, { name: 'credits', kind: 'CREDIT' })
  statementRoute(app, ctx, { name: 'earnings', kind: 'EARNINGS' })
}

const statementQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
})

function statementRoute(app: App, ctx: Context, { name, kind }: { name: string; kind: LedgerAccountKind }): void {
  app.get(
    `/api/accounts/${name}/entries/`,
    {
      config: { access: 'member' },
      schema: {
        tags: ['accounts'],
        summary: `Statement of ${name}`,
        querystring: statementQuery,
        response: { 200: listOf(statementEntry) },
      },
    },
    async (request) => {
      const account = { kind, userId: viewerOf(request).userId }
      const { rows, nextCursor, total } = await listStatement(ctx.db, account, request.query)
      return { data: rows.map(presentEntry), meta: { next_cursor: nextCursor, total } }
    },
  )
  app.get(
    `/api/accounts/${name}/entries.csv`,
    {
      config: { access: 'member' },
      schema: { tags: ['accounts'], summary: `Statement of ${name} as CSV`, produces: ['text/csv'] },
    },
    async (request, reply) => {
      const account = { kind, userId: viewerOf(request).userId }
      return reply
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(renderStatementCsv(streamStatement(ctx.db, account))))
    },
  )
}
