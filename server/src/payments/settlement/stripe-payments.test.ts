import { describe, expect, it } from 'vitest'
import { getPayment } from '../../../test/build-listed-nft.ts'
import { complete } from '../../../test/build-sale.ts'
import { countCasesTold } from '../../../test/count-cases-told.ts'
import { useStripeSales } from '../../../test/providers/stripe-sales.ts'
import { compareWithProviderSweep } from './compare-with-provider.ts'
import { reconcilePaymentsSweep } from './reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'

const { app, t, act, look, isOpen, run, work, refunds, openSession, reserved, paid, failed, sumOf } = useStripeSales()
const DAY_MS = 24 * 3_600_000

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
