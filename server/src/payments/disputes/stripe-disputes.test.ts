import { describe, expect, it } from 'vitest'
import { getPayment } from '../../../test/build-listed-nft.ts'
import { complete } from '../../../test/build-sale.ts'
import { useStripeSales } from '../../../test/providers/stripe-sales.ts'
import { compareWithProviderSweep } from '../settlement/compare-with-provider.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const { app, t, act, look, isOpen, run, work, refunds, openSession, reserved, paid, failed, sumOf } = useStripeSales()

describe('an inquiry of the bank', () => {
  it('takes no money: the sale goes on, and the refund that was owed is made', async () => {
    const [sold, owed] = [await paid(), await failed()]
    for (const { id } of [sold, owed]) app.stripe.account.dispute(id, { status: 'warning_needs_response' })
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
    app.stripe.account.dispute(id, { status: 'warning_needs_response' })
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
    // Until the money is here again: it is the buyer's.
    app.stripe.account.endDispute(id, 'won')
    await settlePayment(t.ctx, id)
    expect(await look(id)).toMatchObject({ status: 'REFUNDED', actions: ['chargeback_won', 'chargeback_lost'] })
  })

  it('and that our refund had reached before is a loss', async () => {
    const { id } = await failed()
    const before = await sumOf('PLATFORM_LOSSES')
    const { id: intent } = app.stripe.account.byPaymentId(id)
    const { id: refundId } = await t.ctx.db
      .selectFrom('refunds')
      .select('id')
      .where('payment_id', '=', id)
      .executeTakeFirstOrThrow()
    // Its answer was lost.
    const made = new URLSearchParams({ payment_intent: intent, amount: '2500', 'metadata[refund_id]': refundId })
    app.stripe.account.createRefund(made)
    app.stripe.account.dispute(id)
    await settlePayment(t.ctx, id)
    expect(await look(id)).toMatchObject({ status: 'REFUNDED', reason: expect.stringContaining('that was refunded') })
    expect(await sumOf('PLATFORM_LOSSES')).toBe(before - 2_500)
  })

  it('over a part of it leaves the rest to a person, and won, all of it is refunded', async () => {
    const { id } = await paid()
    const [sales, provider, losses] = await readSums()
    app.stripe.account.dispute(id, { amountCents: 1_000 })
    await work()
    expect(await look(id)).toMatchObject({ status: 'REFUNDED', reason: expect.stringContaining('left 15.00 USD here') })
    app.stripe.account.endDispute(id, 'won')
    expect(await act(id, 'chargeback_won')).toBe(200)
    await work()
    expect(refunds(id).map(({ amount }) => amount)).toEqual([2_500])
    expect(await readSums()).toEqual([(sales ?? 0) - 2_500, (provider ?? 0) + 2_500, losses])
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
