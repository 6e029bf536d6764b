import { afterEach, describe, expect, it } from 'vitest'
import {
  assertBooksAreRight,
  buildListedNft,
  decide,
  getCredit,
  getPayment,
  statusOf,
} from '../../../test/build-listed-nft.ts'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { complete, fail, pay, send, undo } from '../../../test/build-sale.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { giveCredits } from '../../../test/give-credits.ts'
import { chargeBack, inSandbox } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { listAccountTotals } from '../../ledger/queries.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const MINUTE_MS = 60_000
const NONE = { credit: 0, held: 0 }

/** A member with a wallet, and with no more credits than said. */
async function buildShort(creditCents = 0): Promise<Member> {
  const buyer = await buildMember(t)
  await buildWallet(t, { userId: buyer.id })
  if (creditCents > 0) await giveCredits(t, { userId: buyer.id, amountCents: creditCents })
  return buyer
}
const buy = (buyer: Member, nft: { id: string }, rest: object = { with_fee: true }) =>
  t.call('PUT', `/api/nfts/${nft.id}/`, {
    token: buyer.tokens.access,
    body: { buyer: buyer.id, purchasing: true, ...rest },
  })
const cancel = (buyer: Member, id: string) =>
  t.call('POST', `/api/payments/${id}/cancel/`, { token: buyer.tokens.access })

/** A reserved NFT at 25.00 USD whose buyer pays the network fee with it. */
async function reserveWithFee({ onChain = false } = {}) {
  const listed = await buildListedNft(t, { onChain, priceCents: 2_500 })
  const buyer = await buildShort()
  const { body } = await buy(buyer, listed.nft)
  return { ...listed, buyer, paymentId: body.data.payment_id as string }
}
const refundsOf = (paymentId: string) =>
  t.ctx.db.selectFrom('refunds').select(['amount_cents', 'status']).where('payment_id', '=', paymentId).execute()
const totalOf = async (kind: string) =>
  (await listAccountTotals(t.ctx.db)).find((row) => row.kind === kind)?.balanceCents ?? 0

describe('a purchase by a buyer who is short of credits', () => {
  it('is one payment of price and network fee, which the ledger books apart', async () => {
    const { seller, nft, listing } = await buildListedNft(t, { onChain: true, priceCents: 2_500 })
    const buyer = await buildShort()
    expect(await buy(buyer, nft, {})).toMatchObject({ status: 400, body: { code: 'credits_short' } })
    const started = await buy(buyer, nft)
    expect(started).toMatchObject({ status: 200, body: { data: { amount: 25.2 } } })
    const paymentId = started.body.data.payment_id
    expect(await getCredit(t, buyer)).toEqual(NONE)
    expect(await getPayment(t, buyer, paymentId)).toMatchObject({ amount: 25.2, network_fee: 0.2 })
    const session = await t.call('POST', `/api/payments/${paymentId}/session/`, { token: buyer.tokens.access })
    expect(session.body.data.options).toMatchObject({ amount: 25.2 })

    await decide(t, paymentId, 'success')
    await settlePayment(t.ctx, paymentId)
    expect(await getCredit(t, buyer)).toEqual({ credit: 0, held: 0.2 })
    const captured = await t.ctx.db
      .selectFrom('ledger_transfers')
      .select('kind')
      .where('cause_id', '=', paymentId)
      .orderBy('id')
      .execute()
    expect(captured.map(({ kind }) => kind).filter((kind) => kind !== 'PROVIDER_FEE')).toEqual([
      'PURCHASE_CAPTURED',
      'NETWORK_FEE_PAID',
    ])
    await t.runJobs()
    expect(await statusOf(t, listing)).toBe('SOLD')
    expect(await getCredit(t, buyer)).toEqual(NONE)
    const earnings = await t.call('GET', '/api/accounts/earnings/', { token: seller.tokens.access })
    expect(earnings.body.data.balance).toBe(24.38)
    const statement = await t.call('GET', '/api/accounts/credits/entries/', { token: buyer.tokens.access })
    expect(statement.body.data.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['Network fee', -0.2],
      ['Network fee paid with a purchase', 0.2],
    ])
    const { receipt_url } = await getPayment(t, buyer, paymentId)
    const { pathname, search } = new URL(receipt_url)
    const receipt = (await t.call('GET', pathname + search)).body
    for (const text of ['25.00 USD', 'Network fee', '0.20 USD', '25.20 USD']) expect(receipt).toContain(text)
  })

  it('is as ever when there are enough credits', async () => {
    const { nft } = await buildListedNft(t, { priceCents: 2_500 })
    const buyer = await buildShort(20)
    expect((await buy(buyer, nft)).body.data).toMatchObject({ amount: 25 })
    expect(await getCredit(t, buyer)).toEqual({ credit: 0, held: 0.2 })
  })

  it('gets the same payment again, with or without the flag', async () => {
    const { nft } = await buildListedNft(t, { priceCents: 2_500 })
    const buyer = await buildShort()
    const first = (await buy(buyer, nft)).body
    expect((await buy(buyer, nft)).body).toEqual(first)
    expect((await buy(buyer, nft, {})).body).toEqual(first)
    await giveCredits(t, { userId: buyer.id, amountCents: 100 })
    expect((await buy(buyer, nft, { with_fee: true, expected_price: 25 })).body).toEqual(first)
    const other = await buildListedNft(t, { priceCents: 2_500 })
    const rich = await buildShort(20)
    const plain = (await buy(rich, other.nft, {})).body
    expect((await buy(rich, other.nft)).body).toEqual(plain)
  })

  it('owes nothing when it is cancelled or runs out', async () => {
    const { buyer, nft, paymentId } = await reserveWithFee()
    expect((await cancel(buyer, paymentId)).body.data.status).toBe('CANCELED')
    expect(await getCredit(t, buyer)).toEqual(NONE)
    await buy(buyer, nft)
    t.clock.advance(16 * MINUTE_MS)
    await t.runJobs()
    expect(await getCredit(t, buyer)).toEqual(NONE)
  })
})

describe('price and network fee go back in one refund', () => {
  it('when the money comes after the cancel', async () => {
    const { buyer, paymentId } = await reserveWithFee()
    await cancel(buyer, paymentId)
    await decide(t, paymentId, 'success')
    await t.runJobs()
    expect(await getPayment(t, buyer, paymentId)).toMatchObject({ status: 'REFUNDED' })
    expect(await refundsOf(paymentId)).toEqual([{ amount_cents: 2_520, status: 'DONE' }])
    expect(await getCredit(t, buyer)).toEqual(NONE)
  })

  it.each([
    ['before the transfer', false],
    ['after a reorganisation took it back', true],
  ])('when the sale fails %s', async (_when, isUndone) => {
    const sale = await reserveWithFee()
    await pay(t, sale)
    if (isUndone) {
      await complete(t, sale.listing)
      expect(await getCredit(t, sale.buyer)).toEqual(NONE)
      await undo(t, sale.listing)
      expect(await getCredit(t, sale.buyer)).toEqual({ credit: 0, held: 0.2 })
    }
    await fail(t, sale.listing)
    await t.runJobs()
    expect(await refundsOf(sale.paymentId)).toEqual([{ amount_cents: 2_520, status: 'DONE' }])
    expect(await getCredit(t, sale.buyer)).toEqual(NONE)
    expect(await totalOf('SALES_CLEARING')).toBe(0)
  })

  it('when the bank takes it back before the transfer was sent', async () => {
    const sale = await reserveWithFee()
    await pay(t, sale)
    await chargeBack(t, sale.paymentId)
    await settlePayment(t.ctx, sale.paymentId)
    expect(await getPayment(t, sale.buyer, sale.paymentId)).toMatchObject({ status: 'REFUNDED', amount: 25.2 })
    expect(await getCredit(t, sale.buyer)).toEqual(NONE)
    expect(await totalOf('SALES_CLEARING')).toBe(0)
  })

  it('but buys when it comes late and the NFT is still for sale', async () => {
    const { buyer, listing, paymentId } = await reserveWithFee()
    t.clock.advance(16 * MINUTE_MS)
    await t.runJobs()
    await giveCredits(t, { userId: buyer.id, amountCents: 50 })
    await decide(t, paymentId, 'success')
    await settlePayment(t.ctx, paymentId)
    expect(await statusOf(t, listing)).toBe('PAID')
    expect(await getCredit(t, buyer)).toEqual({ credit: 0.5, held: 0.2 })
  })

  it('and a price without its fee buys nothing: a person looks at it', async () => {
    const { buyer, paymentId } = await reserveWithFee()
    await decide(t, paymentId, 'pending')
    await inSandbox(
      t,
      `update sandbox.payments set state = 'succeeded', paid_amount_cents = 2500, updated_at = $2 where payment_id = $1`,
      [paymentId, t.clock.now()],
    )
    await settlePayment(t.ctx, paymentId)
    expect((await getPayment(t, buyer, paymentId)).status).toBe('NEEDS_REVIEW')
    expect(await getCredit(t, buyer)).toEqual(NONE)
  })
})

describe('a chargeback of a purchase with its network fee', () => {
  it.each([
    [50, 20],
    [8, 8],
    [0, 0],
  ])(
    'takes the fee from credits of %i cents as far as they go, and the platform bears the rest',
    async (has, taken) => {
      const sale = await reserveWithFee()
      const before = { losses: await totalOf('PLATFORM_LOSSES') }
      await pay(t, sale)
      await send(t, sale)
      await complete(t, sale.listing)
      if (has > 0) await giveCredits(t, { userId: sale.buyer.id, amountCents: has })
      await chargeBack(t, sale.paymentId)
      await settlePayment(t.ctx, sale.paymentId)
      await settlePayment(t.ctx, sale.paymentId)
      expect((await getPayment(t, sale.buyer, sale.paymentId)).status).toBe('DISPUTED')
      expect(await getCredit(t, sale.buyer)).toEqual({ credit: (has - taken) / 100, held: 0 })
      // The credits were given at the platform's cost.
      expect(before.losses - (await totalOf('PLATFORM_LOSSES'))).toBe(has + 2_520 - taken)

      const admin = await buildAdmin(t)
      const won = await t.call('PUT', `/api/admin/payments/${sale.paymentId}/`, {
        site: 'admin',
        token: admin.tokens.access,
        body: { action: 'chargeback_won' },
      })
      expect(won.status).toBe(200)
      expect(await getCredit(t, sale.buyer)).toEqual({ credit: has / 100, held: 0 })
      expect(before.losses - (await totalOf('PLATFORM_LOSSES'))).toBe(has)
    },
  )

  it('that is lost takes the price from what the sale has earned, and no fee from the seller', async () => {
    const sale = await reserveWithFee()
    const before = await totalOf('PLATFORM_LOSSES')
    await pay(t, sale)
    await send(t, sale)
    await complete(t, sale.listing)
    await chargeBack(t, sale.paymentId)
    await settlePayment(t.ctx, sale.paymentId)
    const admin = await buildAdmin(t)
    await t.call('PUT', `/api/admin/payments/${sale.paymentId}/`, {
      site: 'admin',
      token: admin.tokens.access,
      body: { action: 'chargeback_lost' },
    })
    // 24.38 of 25.20 came back from the seller; the platform keeps its fee of 0.62 and the network fee as income.
    expect((await totalOf('PLATFORM_LOSSES')) - before).toBe(-2_520 + 2_438)
  })
})
