import { describe, expect, it } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { getCredit, topup } from '../../../test/build-listed-nft.ts'
import { complete, send } from '../../../test/build-sale.ts'
import { useStripeSales } from '../../../test/providers/stripe-sales.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const { app, t, act, look, work, openSession, reserved, paid, sumOf } = useStripeSales()

const heldOf = async ({ seller }: { seller: Member }) =>
  (await t.call('GET', '/api/accounts/earnings/', { token: seller.tokens.access })).body.data.held

describe('a dispute over a part', () => {
  it.each([
    ['chargeback_won', 24.38],
    ['chargeback_lost', 14.38],
  ])('costs the platform that part, and the seller when it is lost: %s', async (action, held) => {
    const sale = await paid()
    await complete(t, sale.listing)
    const before = await sumOf('PLATFORM_LOSSES')
    app.stripe.account.dispute(sale.id, { amountCents: 1_000 })
    await work()
    expect((await look(sale.id)).reason).toContain('10.00 of 25.00 USD')
    expect(await sumOf('PLATFORM_LOSSES')).toBe(before - 1_000)
    expect(await act(sale.id, action)).toBe(200)
    expect(await sumOf('PLATFORM_LOSSES')).toBe(before)
    expect(await heldOf(sale)).toBe(held)
  })

  it('that is lost before the transfer is mined takes that part of what the seller would earn', async () => {
    const sale = await paid()
    await send(t, { paymentId: sale.id })
    app.stripe.account.dispute(sale.id, { amountCents: 1_000 })
    await settlePayment(t.ctx, sale.id)
    expect(await act(sale.id, 'chargeback_lost')).toBe(200)
    await complete(t, sale.listing)
    expect(await heldOf(sale)).toBe(14.38)
  })

  it('of a top-up takes back that part of the credits', async () => {
    const member = await buildMember(t)
    const id = await topup(t, member, 30)
    await openSession(member, id)
    app.stripe.account.pay(id)
    app.stripe.account.dispute(id, { amountCents: 1_000 })
    app.stripe.account.endDispute(id, 'warning_closed')
    await settlePayment(t.ctx, id)
    app.stripe.account.endDispute(id, 'needs_response')
    await work()
    expect(await act(id, 'chargeback_lost')).toBe(200)
    expect(await getCredit(t, member)).toEqual({ credit: 20, held: 0 })
  })
})

it('a dispute after the refund of a wrong amount is about what was paid', async () => {
  const { buyer, id } = await reserved()
  await openSession(buyer, id)
  app.stripe.account.pay(id, { amountReceived: 2_600 })
  await settlePayment(t.ctx, id)
  expect(await act(id, 'refund')).toBe(200)
  await work()
  const before = await sumOf('PLATFORM_LOSSES')
  app.stripe.account.dispute(id)
  await work()
  expect(await sumOf('PLATFORM_LOSSES')).toBe(before - 2_600)
})

it('a dispute of what a person has settled without any book is in none either', async () => {
  const { buyer, id } = await reserved()
  await openSession(buyer, id)
  app.stripe.account.pay(id)
  app.stripe.account.byPaymentId(id).currency = 'eur'
  await settlePayment(t.ctx, id)
  expect(await act(id, 'resolve')).toBe(200)
  const before = await sumOf('PLATFORM_LOSSES')
  app.stripe.account.dispute(id)
  await work()
  expect([await sumOf('PLATFORM_LOSSES'), (await look(id)).status]).toEqual([before, 'REFUNDED'])
})
