import { afterEach, beforeEach, expect, vi } from 'vitest'
import { settlePayment } from '../../src/payments/settlement/settle-payment.ts'
import { buildAdmin, type Member } from '../build-member.ts'
import { assertBooksAreRight, buildBuyer, buildListedNft, getPayment, reserve } from '../build-listed-nft.ts'
import { fail } from '../build-sale.ts'
import { useStripeApp } from './stripe-app.ts'

/** The real app with Stripe, sales in it, and an operator who looks at them. After each test the books are right. */
export function useStripeSales() {
  const app = useStripeApp()
  const { t } = app
  beforeEach(() => {
    Object.assign(app.stripe.account, { refundStatus: 'succeeded' })
    vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await assertBooksAreRight(t)
  })

  /** Each time another admin: days pass here, and no second factor lasts so long. */
  const asAdmin = async (method: 'GET' | 'PUT', path: string, body?: object) => {
    const { tokens } = await buildAdmin(t)
    return t.call(method, `/api/admin/${path}`, { site: 'admin', token: tokens.access, ...(body && { body }) })
  }
  const act = async (id: string, action: string) => (await asAdmin('PUT', `payments/${id}/`, { action })).status
  const look = async (id: string) => (await asAdmin('GET', `payments/search/?q=${id}`)).body.data[0]
  const isOpen = async (id: string): Promise<boolean> =>
    (await asAdmin('GET', 'payments/?limit=100')).body.data.some((one: { id: string }) => one.id === id)
  const run = () => t.runJobs({ failOnError: false })
  const work = async () => {
    await app.postEvents()
    await run()
  }
  const refunds = (id: string) => app.stripe.account.refundsOf(app.stripe.account.byPaymentId(id).id)
  const openSession = (buyer: Member, id: string) =>
    t.call('POST', `/api/payments/${id}/session/`, { token: buyer.tokens.access })

  const reserved = async () => {
    const { nft, listing, seller } = await buildListedNft(t)
    const buyer = await buildBuyer(t)
    return { buyer, id: await reserve(t, buyer, nft), nft, listing, seller }
  }
  const paid = async () => {
    const sale = await reserved()
    await openSession(sale.buyer, sale.id)
    app.stripe.account.pay(sale.id)
    await settlePayment(t.ctx, sale.id)
    expect((await getPayment(t, sale.buyer, sale.id)).status).toBe('SUCCESS')
    return sale
  }
  /** Paid, and then the sale failed: the refund is asked for. */
  const failed = async () => {
    const sale = await paid()
    await t.ctx.db.deleteFrom('chain_intents').where('listing_id', '=', sale.listing.id).execute()
    await fail(t, sale.listing)
    return sale
  }
  /** The balance of an account of the platform. */
  const sumOf = async (kind: 'SALES_CLEARING' | 'PROVIDER_CLEARING' | 'PLATFORM_LOSSES' | 'PROVIDER_FEES') => {
    const accounts = t.ctx.db.selectFrom('ledger_accounts').select('balance_cents').where('kind', '=', kind)
    return (await accounts.where('user_id', 'is', null).executeTakeFirst())?.balance_cents ?? 0
  }
  return { app, t, act, look, isOpen, run, work, refunds, openSession, reserved, paid, failed, sumOf }
}
