import { addressOf } from '@verso/protocol/pages/pages'
import { memberName } from '@verso/protocol/users/member-name'
import type { Context } from '../../context.ts'
import { readAlong, viewerOf } from '../../http/access.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { paymentOrigin } from '../../http/payment-origin.ts'
import { type Urls, urlsFor } from '../../http/urls.ts'
import type { Reader } from '../../http/viewer.ts'
import { cancelPayment, lookBeforeCancel } from './cancel-payment.ts'
import { openSessionOrExplain } from './open-session.ts'
import { getCapturedCents } from '../records/capture-money.ts'
import { presentPayment } from './present-payment.ts'
import { findOwnPayment, getOwnPayment, getPayment, listOwnPayments } from '../records/queries.ts'
import { judgeReceiptKey } from './receipt-key.ts'
import { type ReceiptBuyer, type ReceiptMoney, renderExpiredReceipt, renderReceipt } from './render-receipt.ts'

/** A member's own orders and top-ups. */
export function paymentRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/payments/',
    async (request, reply) => {
      const list = (reader: Reader) => listOwnPayments(ctx.db, request.query, reader)
      const { rows, ...page } = await readAlong(request, reply, list)
      const urls = urlsFor(ctx)
      return { data: rows.map((row) => presentPayment(ctx, row, urls)), meta: metaOf(page) }
    },
    { config: { readsViewer: true } },
  )
  route(
    app,
    'GET /api/payments/{id}/',
    async (request, reply) => {
      const { id } = request.params
      const { payment } = await readAlong(request, reply, (reader) => findOwnPayment(ctx.db, id, reader))
      if (!payment) throw notFound('Payment not found')
      return { data: presentPayment(ctx, payment, urlsFor(ctx)) }
    },
    { config: { readsViewer: true } },
  )
  route(app, 'POST /api/payments/{id}/session/', async (request) => {
    const { id: paymentId, amount_cents } = await getOwnPayment(ctx.db, request.params.id, viewerOf(request).userId)
    const { url, options } = await openSessionOrExplain(ctx, paymentId)
    const { commodity, receiver, name } = ctx.payments
    const urls = urlsFor(ctx)
    const shown = { payment_id: paymentId, amount: amount_cents / 100, currency: 'USD', commodity, address: receiver }
    return { data: { provider: name, url: url && pageUrl(ctx, urls, url), options: { ...shown, ...options } } }
  })
  route(app, 'POST /api/payments/{id}/cancel/', async (request) => {
    const viewer = viewerOf(request)
    const own = await getOwnPayment(ctx.db, request.params.id, viewer.userId)
    await lookBeforeCancel(ctx, own.id)
    await idempotently(ctx, request, (tx) => cancelPayment(ctx, tx, own.id))
    ctx.failpoints.reach('cancel-payment.after-commit')
    return { data: presentPayment(ctx, await getOwnPayment(ctx.db, own.id, viewer.userId), urlsFor(ctx)) }
  })
  receiptRoute(app, ctx)
}

/** A page of ours is on PAY_PORT, and may speak to the page that embeds it. */
function pageUrl(ctx: Context, urls: Urls, path: string): string {
  if (!path.startsWith('/')) return path
  const url = new URL(path, paymentOrigin(ctx, urls))
  url.searchParams.set('origin', urls.public)
  return url.href
}

function receiptRoute(app: App, ctx: Context): void {
  route(app, 'GET /api/payments/{id}/receipt/', async (request, reply) => {
    const { id: paymentId } = request.params
    const link = judgeReceiptKey(ctx, paymentId, request.query)
    const details = await getPayment(ctx.db, paymentId)
    const isOwner = request.viewer?.userId === details.user_id
    if (!details.captured_at || (link === 'wrong' && !isOwner)) throw notFound('Payment not found')
    const { brand } = ctx.config
    void reply.header('cache-control', 'private, no-store').type('text/html; charset=utf-8')
    if (link === 'expired' && !isOwner) {
      const orderUrl = urlsFor(ctx).public + addressOf('order', { paymentId })
      return reply.status(410).send(renderExpiredReceipt({ brand, orderUrl }))
    }
    const [buyer, seller] = await Promise.all([getBuyer(ctx, details.user_id), findSellerName(ctx, paymentId)])
    return reply.send(renderReceipt(details, { brand, buyer, seller, ...(await getMoney(ctx, paymentId)) }))
  })
}

async function getMoney({ db }: Context, paymentId: string): Promise<ReceiptMoney> {
  const refund = db.selectFrom('refunds').select('amount_cents').where('payment_id', '=', paymentId)
  const [paidCents, done] = await Promise.all([
    getCapturedCents(db, paymentId),
    refund.where('status', '=', 'DONE').executeTakeFirst(),
  ])
  return { paidCents, refundedCents: done?.amount_cents ?? paidCents }
}

async function getBuyer(ctx: Context, userId: string): Promise<ReceiptBuyer> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'display_name', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const fullName = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return { name: fullName || user.display_name || 'Member', email: user.email }
}

/** @returns undefined for a top-up */
async function findSellerName(ctx: Context, paymentId: string): Promise<string | undefined> {
  const seller = await ctx.db
    .selectFrom('payments')
    .innerJoin('listings', 'listings.id', 'payments.listing_id')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['users.id', 'users.display_name', 'users.first_name'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  return seller && memberName(seller)
}
