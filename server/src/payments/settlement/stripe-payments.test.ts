import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAdmin, type Member } from '../../../test/build-member.ts'
import { assertBooksAreRight, buildBuyer, buildListedNft, getPayment, reserve } from '../../../test/build-listed-nft.ts'
import { complete, fail } from '../../../test/build-sale.ts'
import { countCasesTold } from '../../../test/count-cases-told.ts'
import { useStripeApp } from '../../../test/providers/stripe-app.ts'
import { compareWithProviderSweep } from './compare-with-provider.ts'
import { reconcilePaymentsSweep } from './reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'

const app = useStripeApp()
const { t } = app
const DAY_MS = 24 * 3_600_000
beforeEach(() => {
  app.stripe.account.refundStatus = 'succeeded'
  vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await assertBooksAreRight(t)
})

/** Each time another admin: days pass here, and no second factor lasts so long. */
async function asAdmin(method: 'GET' | 'PUT', path: string, body?: object) {
  const { tokens } = await buildAdmin(t)
  return t.call(method, `/api/admin/${path}`, { site: 'admin', token: tokens.access, ...(body && { body }) })
}
const act = async (id: string, action: string) => (await asAdmin('PUT', `payments/${id}/`, { action })).status
const look = async (id: string) => (await asAdmin('GET', `payments/search/?q=${id}`)).body.data[0]
const isOpen = async (id: string) =>
  (await asAdmin('GET', 'payments/?limit=100')).body.data.some((one: { id: string }) => one.id === id)
const run = () => t.runJobs({ failOnError: false })
const work = async () => {
  await app.postEvents()
  await run()
}
const refunds = (id: string) => app.stripe.account.refundsOf(app.stripe.account.byPaymentId(id).id)
const openSession = (buyer: Member, id: string) =>
  t.call('POST', `/api/payments/${id}/session/`, { token: buyer.tokens.access })

async function reserved() {
  const { nft, listing } = await buildListedNft(t)
  const buyer = await buildBuyer(t)
  const id = await reserve(t, buyer, nft)
  return { buyer, id, nft, listing }
}
async function paid() {
  const sale = await reserved()
  await openSession(sale.buyer, sale.id)
  app.stripe.account.pay(sale.id)
  await settlePayment(t.ctx, sale.id)
  expect((await getPayment(t, sale.buyer, sale.id)).status).toBe('SUCCESS')
  return sale
}
/** Paid, and then the sale failed: the refund is asked for. */
async function failed() {
  const sale = await paid()
  await t.ctx.db.deleteFrom('chain_intents').where('listing_id', '=', sale.listing.id).execute()
  await fail(t, sale.listing)
  return sale
}
const sumOf = async (kind: string) =>
  (
    await t.ctx.db
      .selectFrom('ledger_accounts')
      .select('balance_cents')
      .where('kind', '=', kind as 'SALES_CLEARING')
      .where('user_id', 'is', null)
      .executeTakeFirst()
  )?.balance_cents ?? 0

describe('a refund at stripe', () => {
  it('that fails after it had succeeded is owed again: the books follow, a case opens, and a retry pays it', async () => {
    const owed = await sumOf('SALES_CLEARING')
    const { buyer, id } = await failed()
    await work()
    expect((await getPayment(t, buyer, id)).status).toBe('REFUNDED')
    const [first] = refunds(id)
    app.stripe.account.endRefund(first?.id ?? '', 'failed')
    await work()
    expect(await look(id)).toMatchObject({ status: 'REFUND_DUE', actions: ['retry', 'resolve'] })
    expect((await look(id)).reason).toContain(first?.id)
    expect(await sumOf('SALES_CLEARING')).toBe(owed + 2_500)
    expect(await act(id, 'retry')).toBe(200)
    await work()
    expect((await getPayment(t, buyer, id)).status).toBe('REFUNDED')
    expect(await sumOf('SALES_CLEARING')).toBe(owed)
    expect(refunds(id).map((refund) => refund.status)).toEqual(['succeeded', 'failed'])
    // The failure is told again, late: it is the old one.
    await settlePayment(t.ctx, id)
    expect((await getPayment(t, buyer, id)).status).toBe('REFUNDED')
  })

  it('that fails later is found without any event, too', async () => {
    const { id } = await failed()
    await work()
    await compareWithProviderSweep.run(t.ctx)
    t.clock.advance(DAY_MS)
    app.stripe.account.endRefund(refunds(id)[0]?.id ?? '', 'failed')
    await compareWithProviderSweep.run(t.ctx)
    await run()
    expect((await look(id)).status).toBe('REFUND_DUE')
  })

  it('is tried again under another key after a failure that Stripe would repeat for a day, and is made once', async () => {
    const { buyer, id } = await failed()
    app.stripe.failNext('/v1/refunds', { status: 402 })
    await run()
    expect(await look(id)).toMatchObject({ status: 'REFUND_DUE', actions: ['retry', 'resolve'] })
    expect(await act(id, 'retry')).toBe(200)
    app.stripe.failNext('/v1/refunds')
    app.stripe.failNext('/v1/refunds', { method: 'GET' })
    for (let minute = 0; minute < 5; minute++) {
      await run()
      t.clock.advance(60_000)
    }
    expect((await getPayment(t, buyer, id)).status).toBe('REFUNDED')
    expect(refunds(id)).toHaveLength(1)
  })

  it('whose answer was lost, or was a failure after it had been made, is found and not made twice', async () => {
    for (const status of [0, 500]) {
      const { buyer, id } = await failed()
      app.stripe.failNext('/v1/refunds', { method: 'POST', status, isExecuted: true })
      for (let minute = 0; minute < 3; minute++) {
        await run()
        t.clock.advance(60_000)
      }
      expect((await getPayment(t, buyer, id)).status).toBe('REFUNDED')
      expect(refunds(id)).toHaveLength(1)
    }
  })

  it('that is on its way is not taken for made, ends either way, and is a case after two weeks', async () => {
    app.stripe.account.refundStatus = 'pending'
    const [done, lost, slow] = [await failed(), await failed(), await failed()]
    await work()
    for (const { id } of [done, lost, slow]) {
      await settlePayment(t.ctx, id)
      expect(await look(id)).toMatchObject({ status: 'REFUND_DUE', reason: null })
    }
    app.stripe.account.endRefund(refunds(done.id)[0]?.id ?? '', 'succeeded')
    app.stripe.account.endRefund(refunds(lost.id)[0]?.id ?? '', 'failed')
    t.clock.advance(2 * 3_600_000)
    await work()
    expect((await look(done.id)).status).toBe('REFUNDED')
    expect(await look(lost.id)).toMatchObject({ status: 'REFUND_DUE', actions: ['retry', 'resolve'] })
    app.stripe.account.refundStatus = 'succeeded'
    expect(await act(lost.id, 'retry')).toBe(200)
    await run()
    expect((await look(lost.id)).status).toBe('REFUNDED')
    t.clock.advance(15 * DAY_MS)
    await run()
    expect((await look(slow.id)).reason).toContain('two weeks')
    app.stripe.account.endRefund(refunds(slow.id)[0]?.id ?? '', 'succeeded')
    await work()
    expect(await look(slow.id)).toMatchObject({ status: 'REFUNDED', reason: null })
  })
})

it('the fee of a payment is booked with it', async () => {
  const before = await sumOf('PROVIDER_FEES')
  await paid()
  expect(await sumOf('PROVIDER_FEES')).toBe(before - 30)
})

describe('an inquiry of the bank', () => {
  it('takes no money: the sale goes on, and the refund that was owed is made', async () => {
    const [sold, owed] = [await paid(), await failed()]
    for (const { id } of [sold, owed]) app.stripe.account.dispute(id, 'warning_needs_response')
    await app.postEvents()
    for (const { id } of [sold, owed]) await settlePayment(t.ctx, id)
    expect(await look(sold.id)).toMatchObject({ status: 'SUCCESS', reason: null })
    await run()
    expect(refunds(owed.id).map((refund) => refund.status)).toEqual(['succeeded'])
    expect(await complete(t, sold.listing)).toBe(true)
    app.stripe.account.endDispute(sold.id, 'warning_closed')
    await work()
    expect(await look(sold.id)).toMatchObject({ status: 'SUCCESS', reason: null })
  })

  it('that becomes a dispute is one', async () => {
    const { id, listing } = await paid()
    await complete(t, listing)
    app.stripe.account.dispute(id, 'warning_needs_response')
    app.stripe.account.endDispute(id, 'needs_response')
    await work()
    expect(await look(id)).toMatchObject({ status: 'DISPUTED', actions: ['chargeback_won', 'chargeback_lost'] })
    // Its end is entered by a person.
    app.stripe.account.endDispute(id, 'won')
    await work()
    expect(await look(id)).toMatchObject({ status: 'DISPUTED', actions: ['chargeback_won', 'chargeback_lost'] })
  })
})

it('money that was disputed before it was booked is owed once the dispute is won, also without an event', async () => {
  const { buyer, id } = await reserved()
  await openSession(buyer, id)
  app.stripe.account.pay(id)
  app.stripe.account.dispute(id)
  await settlePayment(t.ctx, id)
  expect(await look(id)).toMatchObject({ status: 'DISPUTED', captured: null })
  app.stripe.account.endDispute(id, 'won')
  await compareWithProviderSweep.run(t.ctx)
  await run()
  expect((await getPayment(t, buyer, id)).status).toBe('REFUNDED')
  expect(refunds(id)).toHaveLength(1)
})

describe('a dispute of money that was not delivered', () => {
  const readSums = async () => [
    await sumOf('SALES_CLEARING'),
    await sumOf('PROVIDER_CLEARING'),
    await sumOf('PLATFORM_LOSSES'),
  ]
  async function disputed() {
    const sale = await paid()
    const [sales, provider, losses] = await readSums()
    app.stripe.account.dispute(sale.id)
    await work()
    expect(await look(sale.id)).toMatchObject({ status: 'REFUNDED', actions: ['chargeback_won', 'chargeback_lost'] })
    const back = [(sales ?? 0) - 2_500, (provider ?? 0) + 2_500, losses]
    expect(await readSums()).toEqual(back)
    return { ...sale, back }
  }

  it('is a case until it ends: won, the buyer is refunded', async () => {
    const { buyer, id, back } = await disputed()
    // The person is faster than Stripe, which refuses the refund until then.
    expect(await act(id, 'chargeback_won')).toBe(200)
    await run()
    expect(await look(id)).toMatchObject({ status: 'REFUND_DUE', actions: ['retry', 'resolve'] })
    app.stripe.account.endDispute(id, 'won')
    expect(await act(id, 'retry')).toBe(200)
    await work()
    expect(await getPayment(t, buyer, id)).toMatchObject({
      status: 'REFUNDED',
      note: 'Your bank gave the money back to us: it is yours, and we return it.',
    })
    expect(refunds(id).map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 2_500]])
    expect(await readSums()).toEqual(back)
    expect(await isOpen(id)).toBe(false)
  })

  it('is a case until it ends: lost, the buyer has the money', async () => {
    const { id, back } = await disputed()
    expect(await act(id, 'chargeback_lost')).toBe(200)
    app.stripe.account.endDispute(id, 'lost')
    await work()
    await settlePayment(t.ctx, id)
    expect(refunds(id)).toEqual([])
    expect(await readSums()).toEqual(back)
    expect(await isOpen(id)).toBe(false)
  })

  it('that counted as the refund before there was a case for it stays so', async () => {
    const { id, back } = await disputed()
    await t.ctx.db.updateTable('payments').set({ review_reason: null }).where('id', '=', id).execute()
    await settlePayment(t.ctx, id)
    expect([await isOpen(id), await readSums()]).toEqual([false, back])
  })

  it('is none when it was paid back at Stripe', async () => {
    const { id } = await paid()
    const { id: intent } = app.stripe.account.byPaymentId(id)
    app.stripe.account.createRefund(new URLSearchParams({ payment_intent: intent, amount: '2500' }))
    await work()
    expect(await look(id)).toMatchObject({ status: 'REFUNDED', reason: null })
  })
})

describe('a dispute of a payment that was refunded', () => {
  async function disputed() {
    const sale = await failed()
    await work()
    const before = await sumOf('PLATFORM_LOSSES')
    app.stripe.account.dispute(sale.id)
    await work()
    expect(await look(sale.id)).toMatchObject({ status: 'REFUNDED', actions: ['chargeback_won', 'chargeback_lost'] })
    expect(await sumOf('PLATFORM_LOSSES')).toBe(before - 2_500)
    return { ...sale, before }
  }

  it.each([
    ['chargeback_won', 0],
    ['chargeback_lost', -2_500],
  ])('is a case: %s', async (action, loss) => {
    const { id, before } = await disputed()
    expect(await act(id, action)).toBe(200)
    expect(await sumOf('PLATFORM_LOSSES')).toBe(before + loss)
    await settlePayment(t.ctx, id)
    expect(await isOpen(id)).toBe(false)
    expect((await look(id)).status).toBe('REFUNDED')
  })

  it('is the refund when the one before it failed', async () => {
    const { id, before } = await disputed()
    app.stripe.account.endRefund(refunds(id)[0]?.id ?? '', 'failed')
    await work()
    expect(await look(id)).toMatchObject({ status: 'REFUNDED', actions: ['chargeback_won', 'chargeback_lost'] })
    expect(await sumOf('PLATFORM_LOSSES')).toBe(before)
    // Won, the buyer has neither.
    app.stripe.account.endDispute(id, 'won')
    expect(await act(id, 'chargeback_won')).toBe(200)
    await work()
    expect(refunds(id).map((refund) => refund.status)).toEqual(['succeeded', 'failed'])
    expect(await look(id)).toMatchObject({ status: 'REFUNDED', reason: null })
    expect(await sumOf('PLATFORM_LOSSES')).toBe(before)
  })
})

it('a session is asked for again after a failure that Stripe would repeat for a day', async () => {
  const { buyer, id } = await reserved()
  app.stripe.failNext('/v1/payment_intents')
  expect((await openSession(buyer, id)).status).toBe(503)
  const answers = await Promise.all([openSession(buyer, id), openSession(buyer, id), openSession(buyer, id)])
  const secrets = answers.map(({ body }) => body.data.options.client_secret)
  expect(new Set(secrets).size).toBe(1)
  app.stripe.account.pay(id)
  await settlePayment(t.ctx, id)
  expect((await getPayment(t, buyer, id)).status).toBe('SUCCESS')
})

it('an unknown status is polled ever more rarely, opens a review case, and closes by itself', async () => {
  const { buyer, id } = await reserved()
  await openSession(buyer, id)
  app.stripe.account.setStatus(id, 'requires_blood_sample')
  const asked = () => app.stripe.calls.filter((one) => one.startsWith('GET /v1/payment_intents/')).length
  const before = asked()
  for (let minute = 0; minute < 24 * 60; minute += 2) {
    await reconcilePaymentsSweep.run(t.ctx)
    t.clock.advance(120_000)
  }
  expect(asked() - before).toBeLessThan(30)
  expect((await look(id)).reason).toContain('“requires_blood_sample”')
  expect(await countCasesTold(t, id)).toBe(1)
  expect(await look(id)).toMatchObject({ status: 'EXPIRED', actions: ['resolve'] })
  expect(await act(id, 'resolve')).toBe(200)
  t.clock.advance(DAY_MS)
  await run()
  expect(await isOpen(id)).toBe(false)
  app.stripe.account.pay(id)
  await work()
  expect((await getPayment(t, buyer, id)).status).toBe('SUCCESS')
})

it('events in any order, doubled and late, end in the same state', async () => {
  const { buyer, id, listing } = await paid()
  await work()
  await complete(t, listing)
  app.stripe.account.dispute(id)
  await work()
  expect((await getPayment(t, buyer, id)).status).toBe('DISPUTED')
  for (const event of [...app.stripe.account.events].reverse()) {
    const { headers, payload } = app.stripe.sign(event)
    const url = '/api/payments/webhooks/stripe/'
    expect((await t.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
  }
  await run()
  expect((await getPayment(t, buyer, id)).status).toBe('DISPUTED')
})
