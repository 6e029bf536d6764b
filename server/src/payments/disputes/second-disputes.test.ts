import { describe, expect, it, vi } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildListedNft, buy, getCredit } from '../../../test/build-listed-nft.ts'
import { deliver } from '../../../test/build-resale.ts'
import { complete } from '../../../test/build-sale.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { giveCredits } from '../../../test/give-credits.ts'
import { useStripeSales } from '../../../test/providers/stripe-sales.ts'
import { compareWithProvider } from '../settlement/compare-with-provider.ts'
import { reconcilePaymentsSweep } from '../settlement/reconcile-payments.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const { app, t, act, look, isOpen, work, openSession, paid, failed, sumOf } = useStripeSales()

const heldOf = async ({ seller }: { seller: Member }) =>
  (await t.call('GET', '/api/accounts/earnings/', { token: seller.tokens.access })).body.data.held

describe('a second dispute', () => {
  const booksOf = async () => [await sumOf('PROVIDER_CLEARING'), await sumOf('PLATFORM_LOSSES')] as const
  const sold = async () => {
    const sale = await paid()
    await deliver(t, sale)
    return { sale, books: await booksOf() }
  }
  /** Beside the first: what banks have taken in all. */
  const disputeMore = (amount: number) => {
    const [first] = app.stripe.account.disputes.slice(-1)
    app.stripe.account.disputes.push({ ...(first as NonNullable<typeof first>), id: `dp_${amount}`, amount })
  }

  it('while the first is open is booked beside it, and both are decided together', async () => {
    const { sale, books } = await sold()
    app.stripe.account.dispute(sale.id, { amountCents: 1_000 })
    await work()
    disputeMore(500)
    for (let looks = 0; looks < 2; looks++) await settlePayment(t.ctx, sale.id)
    expect((await look(sale.id)).reason.match(/about \S+ of 25\.00 USD/g)).toEqual(['about 15.00 of 25.00 USD'])
    expect(await booksOf()).toEqual([books[0] + 1_500, books[1] - 1_500])
    expect(await act(sale.id, 'chargeback_lost')).toBe(200)
    expect(await heldOf(sale)).toBe(9.38)
    expect(await booksOf()).toEqual([books[0] + 1_500, books[1]])
  })

  it('that is lost costs no more than the bank keeps, when the first was won meanwhile', async () => {
    const { sale, books } = await sold()
    app.stripe.account.dispute(sale.id, { amountCents: 1_000 })
    disputeMore(500)
    await settlePayment(t.ctx, sale.id)
    expect(await booksOf()).toEqual([books[0] + 1_500, books[1] - 1_500])
    const [first] = app.stripe.account.disputes.slice(-2)
    Object.assign(first ?? {}, { status: 'won' })
    await settlePayment(t.ctx, sale.id)
    expect(await booksOf()).toEqual([books[0] + 500, books[1] - 500])
    expect(await act(sale.id, 'chargeback_lost')).toBe(200)
    expect(await heldOf(sale)).toBe(19.38)
  })

  it.each([
    ['chargeback_won', 24.38],
    ['chargeback_lost', 17.38],
  ])('after the first was won is a dispute as any: %s', async (action, held) => {
    const { sale, books } = await sold()
    app.stripe.account.dispute(sale.id)
    await work()
    // The person is faster than Stripe.
    expect(await act(sale.id, 'chargeback_won')).toBe(200)
    await settlePayment(t.ctx, sale.id)
    expect(await look(sale.id)).toMatchObject({ status: 'SUCCESS', reason: null })
    app.stripe.account.endDispute(sale.id, 'won')
    t.clock.advance(5_000)
    app.stripe.account.dispute(sale.id, { amountCents: 700 })
    await work()
    expect(await look(sale.id)).toMatchObject({ status: 'DISPUTED', reason: expect.stringContaining('7.00 of 25.00') })
    expect(await booksOf()).toEqual([books[0] + 700, books[1] - 700])
    expect(await act(sale.id, action)).toBe(200)
    expect(await heldOf(sale)).toBe(held)
    expect((await booksOf())[1]).toBe(books[1])
    await settlePayment(t.ctx, sale.id)
    expect(await isOpen(sale.id)).toBe(false)
  })

  it('that the operator had not seen is not decided with the first, and booked when it is lost after all', async () => {
    const { sale, books } = await sold()
    app.stripe.account.dispute(sale.id, { amountCents: 1_000 })
    await work()
    disputeMore(500)
    expect(await act(sale.id, 'chargeback_won')).toBe(409)
    expect((await look(sale.id)).reason).toContain('15.00 of 25.00 USD')
    const [first] = app.stripe.account.disputes.slice(-2)
    Object.assign(first ?? {}, { status: 'won' })
    await settlePayment(t.ctx, sale.id)
    t.clock.advance(5_000)
    expect(await act(sale.id, 'chargeback_won')).toBe(200)
    await work()
    expect(await isOpen(sale.id)).toBe(false)
    app.stripe.account.endDispute(sale.id, 'lost')
    await work()
    expect((await look(sale.id)).reason).toMatch(/5\.00 of 25\.00 USD\. The provider says that 5\.00 USD are lost\.$/)
    expect(await booksOf()).toEqual([books[0] + 500, books[1] - 500])
    expect(await act(sale.id, 'chargeback_lost')).toBe(200)
    expect(await heldOf(sale)).toBe(19.38)
    await settlePayment(t.ctx, sale.id)
    expect(await isOpen(sale.id)).toBe(false)
  })

  it('is not called won beside what the provider says is lost', async () => {
    const { sale, books } = await sold()
    app.stripe.account.dispute(sale.id, { amountCents: 1_000 })
    await work()
    app.stripe.account.endDispute(sale.id, 'lost')
    await work()
    expect((await look(sale.id)).reason).toContain('The provider says that 10.00 USD are lost.')
    expect(await act(sale.id, 'chargeback_won')).toBe(200)
    await work()
    expect(await isOpen(sale.id)).toBe(true)
    expect(await booksOf()).toEqual([books[0] + 1_000, books[1] - 1_000])
  })

  it('of a refunded payment is not called won either beside what the provider says is lost', async () => {
    const { id } = await failed()
    await work()
    const books = await booksOf()
    app.stripe.account.dispute(id, { amountCents: 700 })
    await work()
    app.stripe.account.endDispute(id, 'lost')
    await work()
    expect(await act(id, 'chargeback_won')).toBe(200)
    await reconcilePaymentsSweep.run(t.ctx)
    expect((await look(id)).reason).toContain('The provider says that 7.00 USD are lost.')
    expect(await booksOf()).toEqual([books[0] + 700, books[1] - 700])
    expect(await act(id, 'chargeback_lost')).toBe(200)
    expect(await isOpen(id)).toBe(false)
  })

  it('waits for the provider: while it does not answer, nothing is decided', async () => {
    const { sale, books } = await sold()
    app.stripe.account.dispute(sale.id, { amountCents: 1_000 })
    await work()
    vi.spyOn(t.ctx.log, 'warn').mockImplementation(() => undefined)
    vi.spyOn(t.ctx.payments, 'fetchPayment').mockRejectedValueOnce(new Error('away'))
    expect(await act(sale.id, 'chargeback_won')).toBe(503)
    expect(await booksOf()).toEqual([books[0] + 1_000, books[1] - 1_000])
    expect(await act(sale.id, 'chargeback_won')).toBe(200)
  })

  it('without a webhook is found by the comparison', async () => {
    const { sale, books } = await sold()
    app.stripe.account.dispute(sale.id, { amountCents: 1_000 })
    await work()
    t.clock.advance(3_600_000)
    disputeMore(500)
    app.stripe.account.endDispute(sale.id, 'needs_response')
    await compareWithProvider(t.ctx)
    await reconcilePaymentsSweep.run(t.ctx)
    await t.runJobs()
    expect(await booksOf()).toEqual([books[0] + 1_500, books[1] - 1_500])
  })

  it('of a network fee that is won gives the fee back to its buyer, and the platform gains nothing', async () => {
    const { nft, listing } = await buildListedNft(t)
    const buyer = await buildMember(t)
    await buildWallet(t, { userId: buyer.id })
    const id = (await buy(t, buyer, nft, { with_fee: true })).body.data.payment_id
    await openSession(buyer, id)
    app.stripe.account.pay(id)
    await settlePayment(t.ctx, id)
    await complete(t, listing)
    await giveCredits(t, { userId: buyer.id, amountCents: 100 })
    const books = await booksOf()
    app.stripe.account.dispute(id, { amountCents: 2_500 })
    disputeMore(20)
    await settlePayment(t.ctx, id)
    expect(await getCredit(t, buyer)).toMatchObject({ credit: 0.8 })
    app.stripe.account.endDispute(id, 'won')
    await settlePayment(t.ctx, id)
    expect(await getCredit(t, buyer)).toMatchObject({ credit: 1 })
    expect(await booksOf()).toEqual([books[0] + 2_500, books[1] - 2_500])
    expect(await act(id, 'chargeback_lost')).toBe(200)
    expect((await booksOf())[1]).toBeLessThanOrEqual(books[1])
  })

  it('of a refunded payment is booked again after the first was won', async () => {
    const { id } = await failed()
    await work()
    const books = await booksOf()
    app.stripe.account.dispute(id)
    await work()
    app.stripe.account.endDispute(id, 'won')
    expect(await act(id, 'chargeback_won')).toBe(200)
    t.clock.advance(5_000)
    app.stripe.account.dispute(id, { amountCents: 700 })
    await work()
    expect(await booksOf()).toEqual([books[0] + 700, books[1] - 700])
    expect(await act(id, 'chargeback_lost')).toBe(200)
    expect(await isOpen(id)).toBe(false)
  })
})
