import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  getCredit,
  getPayment,
  reserve,
  statusOf,
  topup,
} from '../../../test/build-listed-nft.ts'
import { useStripeApp } from '../../../test/providers/stripe-app.ts'
import { snapshotBooks } from '../../../test/snapshot-books.ts'
import { reportCustody } from '../../health/report-checks.ts'
import { compareWithProviderSweep } from './compare-with-provider.ts'
import { settlePayment } from './settle-payment.ts'

const app = useStripeApp()
const { t } = app
beforeEach(() => void vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined))
afterEach(async () => {
  vi.restoreAllMocks()
  await assertBooksAreRight(t)
})

const asAdmin = async (method: 'GET' | 'PUT', path: string, body?: object) =>
  t.call(method, `/api/admin/${path}`, {
    site: 'admin',
    token: (await buildAdmin(t)).tokens.access,
    ...(body && { body }),
  })
const look = async (id: string) => (await asAdmin('GET', `payments/search/?q=${id}`)).body.data[0]
const open = (buyer: Member, id: string) =>
  t.call('POST', `/api/payments/${id}/session/`, { token: buyer.tokens.access })
const pay = async (buyer: Member, id: string) => {
  await open(buyer, id)
  app.stripe.account.pay(id)
}
const findStatus = async (id: string) =>
  (await t.ctx.db.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirst())?.status
const countBooks = async () => {
  const { count } = t.ctx.db.fn
  const payments = await t.ctx.db.selectFrom('payments').select(count<number>('id').as('n')).executeTakeFirstOrThrow()
  const entries = await t.ctx.db
    .selectFrom('ledger_entries')
    .select(count<number>('id').as('n'))
    .executeTakeFirstOrThrow()
  return [Number(payments.n), Number(entries.n)]
}
/** Three comparisons, with all their work: the second and the third find nothing. */
async function compare() {
  await compareWithProviderSweep.run(t.ctx)
  const books = await countBooks()
  for (let again = 0; again < 2; again++) await compareWithProviderSweep.run(t.ctx)
  expect(await countBooks()).toEqual(books)
}

describe('after a backup was restored, what was paid since', () => {
  it('for an NFT that is free is delivered, and a top-up is credited, once and to the cent', async () => {
    const { nft, listing } = await buildListedNft(t)
    const [buyer, member] = [await buildBuyer(t), await buildMember(t)]
    await compareWithProviderSweep.run(t.ctx)
    const restore = await snapshotBooks(t.ownerUrl)
    const purchase = await reserve(t, buyer, nft)
    await pay(buyer, purchase)
    const credits = await topup(t, member, 20.5)
    await pay(member, credits)
    for (const id of [purchase, credits]) await settlePayment(t.ctx, id)
    await restore()
    expect(await look(purchase)).toBeUndefined()
    await compare()
    expect(await getPayment(t, buyer, purchase)).toMatchObject({ status: 'SUCCESS', amount: 25, nft: { id: nft.id } })
    expect(await statusOf(t, listing)).toBe('PAID')
    expect((await getPayment(t, member, credits)).status).toBe('SUCCESS')
    expect((await getCredit(t, member)).credit).toBe(20.5)
  })

  it('for a listing of after the backup goes back by itself', async () => {
    const seller = await buildMember(t)
    const nft = await buildNft(t, { creator: seller })
    const buyer = await buildBuyer(t)
    const restore = await snapshotBooks(t.ownerUrl)
    await buildListing(t, { nft })
    const id = await reserve(t, buyer, nft)
    await pay(buyer, id)
    await restore()
    await compare()
    await t.runJobs()
    expect((await getPayment(t, buyer, id)).status).toBe('REFUNDED')
    expect(app.stripe.account.refunds.map((refund) => refund.metadata.payment_id)).toContain(id)
  })

  it('by a member of after the backup is a case with reference and amount, and is refunded from there', async () => {
    const restore = await snapshotBooks(t.ownerUrl)
    const member = await buildMember(t)
    const id = await topup(t, member, 12.34)
    await pay(member, id)
    await restore()
    await compare()
    const found = await look(id)
    expect(found).toMatchObject({
      status: 'NEEDS_REVIEW',
      amount: 12.34,
      captured: 12.34,
      actions: ['refund', 'resolve'],
    })
    for (const said of ['12.34 USD', app.stripe.account.byPaymentId(id).id, member.id])
      expect(found.reason).toContain(said)
    expect((await asAdmin('PUT', `payments/${id}/`, { action: 'refund' })).status).toBe(200)
    await t.runJobs()
    expect((await look(id)).status).toBe('REFUNDED')
    expect(app.stripe.account.refunds.at(-1)).toMatchObject({ amount: 1_234, metadata: { payment_id: id } })
  })

  it('in another currency, under an id that is none of ours, is a case and in no book', async () => {
    const restore = await snapshotBooks(t.ownerUrl)
    const member = await buildMember(t)
    const id = await topup(t, member, 12.34)
    await pay(member, id)
    app.stripe.account.byPaymentId(id).currency = 'eur'
    await restore()
    await compare()
    expect(await look(id)).toMatchObject({ status: 'NEEDS_REVIEW', captured: null, actions: ['resolve'] })
    expect((await look(id)).reason).toContain('Paid in EUR')
    expect((await asAdmin('PUT', `payments/${id}/`, { action: 'resolve' })).status).toBe(200)
    expect(await findStatus(id)).toBe('REFUNDED')
  })

  it('under a payment whose page was opened after the backup goes on', async () => {
    const { nft, listing } = await buildListedNft(t)
    const buyer = await buildBuyer(t)
    const id = await reserve(t, buyer, nft)
    const restore = await snapshotBooks(t.ownerUrl)
    await pay(buyer, id)
    await restore()
    await compare()
    expect((await getPayment(t, buyer, id)).status).toBe('SUCCESS')
    expect(await statusOf(t, listing)).toBe('PAID')
  })

  it.each([
    ['and delivered on chain', false],
    ['delivered, and withdrawn by its buyer', true],
  ])('%s is the sale that it was: no refund, the seller is paid', async (_what, isWithdrawn) => {
    const { nft, seller } = await buildListedNft(t, { onChain: true })
    const buyer = await buildBuyer(t)
    const restore = await snapshotBooks(t.ownerUrl)
    const id = await reserve(t, buyer, nft)
    await pay(buyer, id)
    await settlePayment(t.ctx, id)
    await t.runJobs()
    if (isWithdrawn) {
      const body = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }
      const { status } = await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers: buyer.headers, body })
      expect(status).toBe(201)
      await t.runJobs()
    }
    const earned = async () =>
      (await t.call('GET', '/api/accounts/earnings/totals/', { token: seller.tokens.access })).body.data
    await restore()
    await t.runJobs()
    await compare()
    await t.runJobs()
    expect(await getPayment(t, buyer, id)).toMatchObject({ status: 'SUCCESS', steps: [{}, {}, { status: 'DONE' }] })
    expect(app.stripe.account.refundsOf(app.stripe.account.byPaymentId(id).id)).toEqual([])
    expect(await earned()).toBeDefined()
    const holds = await t.ctx.db
      .selectFrom('earnings_holds')
      .select('amount_cents')
      .where('user_id', '=', seller.id)
      .execute()
    expect(holds.map((hold) => hold.amount_cents)).toEqual([2_438])
  })

  it.each([0, 1])('and cannot be read yet keeps no other from being found, and is found later (%i)', async (unread) => {
    const members = [await buildMember(t), await buildMember(t)] as const
    await compareWithProviderSweep.run(t.ctx)
    const restore = await snapshotBooks(t.ownerUrl)
    const ids: string[] = []
    for (const member of members) {
      const id = await topup(t, member, 6)
      await pay(member, id)
      ids.push(id)
    }
    await restore()
    const { fetchPayment } = t.ctx.payments
    const badRef = app.stripe.account.byPaymentId(ids[unread] as string).id
    const look = vi
      .spyOn(t.ctx.payments, 'fetchPayment')
      .mockImplementation(async (id, ref) =>
        ref === badRef ? Promise.reject(new Error('no answer')) : fetchPayment(id, ref),
      )
    await expect(compareWithProviderSweep.run(t.ctx)).rejects.toThrow('1 of 2')
    const isFound = async () => (await Promise.all(ids.map(findStatus))).map((status) => status === 'SUCCESS')
    expect(await isFound()).toEqual([unread !== 0, unread !== 1])
    look.mockRestore()
    await compare()
    expect(await isFound()).toEqual([true, true])
  })

  it('is left alone when it is another installation’s, or unknown', async () => {
    const restore = await snapshotBooks(t.ownerUrl)
    const ids = []
    for (const metadata of [{ site: 'https://staging.test' }, { site: '' }, { payment_id: '' }]) {
      const member = await buildMember(t)
      const id = await topup(t, member, 5)
      await pay(member, id)
      Object.assign(app.stripe.account.byPaymentId(id).metadata, metadata)
      ids.push(id)
    }
    await restore()
    await compare()
    for (const id of ids) expect(await look(id)).toBeUndefined()
  })

  it('more than 30 days ago is found among the payments, because events are gone', async () => {
    const member = await buildMember(t)
    await compareWithProviderSweep.run(t.ctx)
    const restore = await snapshotBooks(t.ownerUrl)
    const id = await topup(t, member, 7)
    await pay(member, id)
    t.clock.advance(40 * 24 * 3_600_000)
    app.stripe.account.events.length = 0
    await restore()
    await compare()
    expect((await look(id)).status).toBe('SUCCESS')
  })
})

it('a token that the books do not know is told to the operators', async () => {
  const restore = await snapshotBooks(t.ownerUrl)
  const { nft } = await buildListedNft(t, { onChain: true })
  await t.runJobs()
  const { token_id } = await t.ctx.db
    .selectFrom('nfts')
    .select('token_id')
    .where('id', '=', nft.id)
    .executeTakeFirstOrThrow()
  await restore()
  await t.runJobs()
  const { status, detail } = await reportCustody(t.ctx, 'POLYGON')
  expect(status).toBe('failed')
  expect(detail).toContain(token_id)
})
