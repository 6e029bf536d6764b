import { inTransaction } from '../../db/client.ts'
import { changeOperatorSettings } from '../../settings/settings-store.ts'
import { afterEach, describe, expect, it } from 'vitest'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  buy,
  decide,
  getCredit,
  getPayment,
  reserve,
  statusOf,
} from '../../../test/build-listed-nft.ts'
import { buildMember } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { giveCredits } from '../../../test/give-credits.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const MINUTE_MS = 60_000

describe('a purchase', () => {
  it('begins on no chain that is not offered any more, and money that is on its way for one goes back', async () => {
    const [{ nft }, { nft: reserved }, buyer] = [await buildListedNft(t), await buildListedNft(t), await buildBuyer(t)]
    const paymentId = await reserve(t, buyer, reserved)
    for (const [index, { id }] of [nft, reserved].entries()) {
      const moved = { chain: 'SOL', token_id: `${index + 2}`.repeat(44) } as const
      await t.ctx.db.updateTable('nfts').set(moved).where('id', '=', id).execute()
    }
    expect((await buy(t, buyer, nft)).body.errors).toEqual([
      'Solana is not available here now. Nothing can be bought on it.',
    ])
    await decide(t, paymentId, 'success')
    await t.runJobs()
    expect((await getPayment(t, buyer, paymentId)).status).toBe('REFUNDED')
  })

  it('goes from reserved to the buyer’s wallet, and the money to the seller', async () => {
    const { seller, nft, listing } = await buildListedNft(t, { onChain: true, priceCents: 10_000 })
    const buyer = await buildBuyer(t)
    const paymentId = await reserve(t, buyer, nft)
    expect(await statusOf(t, listing)).toBe('PAYMENT_PROCESSING')
    expect(await getCredit(t, buyer)).toEqual({ credit: 9.8, held: 0.2 })

    const session = await t.call('POST', `/api/payments/${paymentId}/session/`, { token: buyer.tokens.access })
    expect(session.body.data).toMatchObject({
      provider: 'sandbox',
      url: expect.stringContaining(`/pay/${paymentId}`),
      options: { payment_id: paymentId, amount: 100, commodity: 'MATIC' },
    })
    await decide(t, paymentId, 'success')
    await t.runJobs()

    const order = await getPayment(t, buyer, paymentId)
    expect(order.status).toBe('SUCCESS')
    expect(order.steps.map((step: { name: string; status: string }) => [step.name, step.status])).toEqual([
      ['Paid', 'DONE'],
      ['Sending to your wallet', 'DONE'],
      ['Yours', 'DONE'],
    ])
    expect(await statusOf(t, listing)).toBe('SOLD')
    const owned = await t.ctx.db
      .selectFrom('nfts')
      .select('owned_by')
      .where('id', '=', nft.id)
      .executeTakeFirstOrThrow()
    expect(owned.owned_by).toBe(buyer.id)
    expect(await getCredit(t, buyer)).toEqual({ credit: 9.8, held: 0 })
    const earnings = await t.call('GET', '/api/accounts/earnings/', { token: seller.tokens.access })
    expect(earnings.body.data).toEqual({ balance: 97.5, held: 0 })
    const mails = await t.ctx.db.selectFrom('messages').select(['recipient', 'subject']).execute()
    expect(mails).toContainEqual({ recipient: seller.email, subject: `You sold “${nft.name}”` })
    expect(mails).toContainEqual({ recipient: buyer.email, subject: `Your receipt for “${nft.name}”` })
  })

  it('carries the price that the buyer has seen, and asks again when it is another one', async () => {
    const { nft, listing } = await buildListedNft(t)
    const buyer = await buildBuyer(t)
    const buyFor = (expected_price: unknown) =>
      t.call('PUT', `/api/nfts/${nft.id}/`, {
        token: buyer.tokens.access,
        body: { buyer: buyer.id, purchasing: true, expected_price },
      })
    const changed = await buyFor(24.99)
    expect(changed).toMatchObject({ status: 409, body: { code: 'price_changed', meta: { price: 25 } } })
    expect(changed.body.errors[0]).toContain('25.00 USD')
    expect(await statusOf(t, listing)).toBe('ACTIVE')
    expect((await buyFor('nonsense')).status).toBe(400)
    const { status, body } = await buyFor('25.00')
    expect(status).toBe(200)
    expect((await buyFor(25)).body.data).toEqual(body.data)
    expect((await buyFor(26)).body.code).toBe('price_changed')
  })

  it('gives the same buyer the same payment, and a second buyer 409 with when to try again', async () => {
    const { nft } = await buildListedNft(t)
    const [first, second] = [await buildBuyer(t), await buildBuyer(t)]
    const paymentId = await reserve(t, first, nft)
    expect(await reserve(t, first, nft)).toBe(paymentId)
    const refused = await buy(t, second, nft)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('reserved')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    expect(await getCredit(t, second)).toEqual({ credit: 10, held: 0 })
  })

  it('is refused with the fixed texts', async () => {
    const { seller, nft } = await buildListedNft(t)
    expect(await buy(t, seller, nft)).toMatchObject({ status: 403, body: { code: 'own_nft' } })
    const poor = await buildMember(t)
    expect((await buy(t, poor, nft)).body).toMatchObject({ errors: ['Wallet not created'], code: 'wallet_missing' })
    await buildWallet(t, { userId: poor.id })
    expect((await buy(t, poor, nft)).body).toMatchObject({
      errors: ['Insufficient Transaction Credits'],
      code: 'credits_short',
    })
    const waiting = await buildMember(t)
    await buildWallet(t, { userId: waiting.id, isPending: true })
    await giveCredits(t, { userId: waiting.id })
    expect((await buy(t, waiting, nft)).body).toMatchObject({ errors: ['Wallet unavailable'], code: 'wallet_pending' })
    const unlisted = await buildNft(t)
    const refused = await buy(t, await buildBuyer(t), unlisted)
    expect(refused).toMatchObject({ status: 409, body: { errors: ['This NFT is not for sale'], code: 'not_for_sale' } })
    const { body } = await t.call('PUT', `/api/nfts/${nft.id}/`, {
      token: poor.tokens.access,
      body: { buyer: seller.id, purchasing: true },
    })
    expect(body.errors[0]).toHaveProperty('buyer')
  })

  it('is refused when the listing has run out, or buying is stopped', async () => {
    const buyer = await buildBuyer(t)
    const { nft } = await buildListedNft(t, { expiresAt: new Date(t.clock.now().getTime() + MINUTE_MS) })
    t.clock.advance(2 * MINUTE_MS)
    expect(await buy(t, buyer, nft)).toMatchObject({ status: 409, body: { code: 'not_for_sale' } })
    const by = { actorId: buyer.id }
    const stop = (buyingStopped: string | null) =>
      inTransaction(t.ctx.db, (tx) => changeOperatorSettings(t.ctx, tx, { buyingStopped }, by))
    await stop('Buying is closed for an hour.')
    const stopped = await buy(t, buyer, (await buildListedNft(t)).nft)
    expect(stopped).toMatchObject({
      status: 503,
      body: { errors: ['Buying is closed for an hour.'], code: 'maintenance' },
      headers: { 'retry-after': expect.any(String) },
    })
    await stop(null)
  })

  it('allows at most three live reservations', async () => {
    const buyer = await buildBuyer(t)
    for (let count = 0; count < 3; count++) await reserve(t, buyer, (await buildListedNft(t)).nft)
    const fourth = await buy(t, buyer, (await buildListedNft(t)).nft)
    expect(fourth.status).toBe(409)
    expect(fourth.body.code).toBe('conflict')
  })

  it('has exactly one winner when many buyers race', async () => {
    const { nft, listing } = await buildListedNft(t)
    const buyers = await Promise.all(Array.from({ length: 20 }, () => buildBuyer(t)))
    const answers = await Promise.all(buyers.map((buyer) => buy(t, buyer, nft)))
    const codes = answers.map((answer) => (answer.status === 200 ? 'won' : answer.body.code))
    expect(codes.filter((code) => code === 'won')).toHaveLength(1)
    expect(codes.filter((code) => code === 'reserved')).toHaveLength(19)
    expect(await statusOf(t, listing)).toBe('PAYMENT_PROCESSING')
    const balances = await Promise.all(buyers.map((buyer) => getCredit(t, buyer)))
    expect(balances.filter(({ held }) => held === 0.2)).toHaveLength(1)
  })

  it('honours its idempotency key', async () => {
    const [{ nft }, other] = [await buildListedNft(t), await buildListedNft(t)]
    const buyer = await buildBuyer(t)
    const send = (id: string) =>
      t.call('PUT', `/api/nfts/${id}/`, {
        token: buyer.tokens.access,
        headers: { 'idempotency-key': 'buy-1' },
        body: { buyer: buyer.id, purchasing: true },
      })
    const first = await send(nft.id)
    expect((await send(nft.id)).body).toEqual(first.body)
    expect((await send(other.nft.id)).status).toBe(422)
  })

  it('shows a payment to its buyer alone', async () => {
    const { nft } = await buildListedNft(t)
    const buyer = await buildBuyer(t)
    const paymentId = await reserve(t, buyer, nft)
    const stranger = await buildMember(t)
    for (const [method, path] of [
      ['GET', `/api/payments/${paymentId}/`],
      ['POST', `/api/payments/${paymentId}/session/`],
      ['POST', `/api/payments/${paymentId}/cancel/`],
    ] as const) {
      expect((await t.call(method, path, { token: stranger.tokens.access })).status).toBe(404)
    }
    const own = await t.call('GET', '/api/payments/', { token: buyer.tokens.access })
    expect(own.body.meta.total).toBe(1)
    expect(own.body.data[0]).toMatchObject({ id: paymentId, kind: 'PURCHASE', amount: 25, nft: { id: nft.id } })
  })
})

describe('a royalty', () => {
  it('goes to the creator on every sale after the first', async () => {
    const { seller: creator, nft } = await buildListedNft(t, { onChain: true, priceCents: 10_000 })
    const collector = await buildBuyer(t)
    await decide(t, await reserve(t, collector, nft), 'success')
    await t.runJobs()
    const resold = await t.ctx.db.selectFrom('nfts').selectAll().where('id', '=', nft.id).executeTakeFirstOrThrow()
    await buildListing(t, { nft: resold, priceCents: 20_000 })
    await decide(t, await reserve(t, await buildBuyer(t), nft), 'success')
    await t.runJobs()
    const balanceOf = async (token: string) =>
      (await t.call('GET', '/api/accounts/earnings/', { token })).body.data.balance
    expect(await balanceOf(collector.tokens.access)).toBe(185)
    expect(await balanceOf(creator.tokens.access)).toBe(97.5 + 10)
  })
})
