import { afterEach, describe, expect, it } from 'vitest'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  buy,
  decide,
  freshToken,
  getCredit,
  getPayment,
  reserve,
  statusOf,
} from '../../../test/build-listed-nft.ts'
import type { Member } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { purgeExpired } from '../../identity/sessions/purge-expired.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const MINUTE_MS = 60_000

describe('a purchase by who let reservations of the work go', () => {
  it('makes who has let a reservation go twice wait for 30 minutes', async () => {
    const { nft, listing } = await buildListedNft(t)
    const buyer = await buildBuyer(t)
    for (let count = 0; count < 2; count++) {
      const paymentId = await reserve(t, buyer, nft)
      const cancel = await t.call('POST', `/api/payments/${paymentId}/cancel/`, { token: buyer.tokens.access })
      expect(cancel.body.data.status).toBe('CANCELED')
      expect(await statusOf(t, listing)).toBe('ACTIVE')
    }
    expect(await getCredit(t, buyer)).toEqual({ credit: 10, held: 0 })
    const third = await buy(t, buyer, nft)
    expect(third.status).toBe(429)
    expect(third.body.errors).toEqual([
      'You have let reservations of this work go. Please wait 30 minutes before you reserve it again.',
    ])
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(29 * 60)
    await reserve(t, await buildBuyer(t), nft)
  })

  const letGo = async (buyer: Member, nft: { id: string }) => {
    const paymentId = await reserve(t, buyer, nft)
    await t.call('POST', `/api/payments/${paymentId}/cancel/`, { token: await freshToken(t, buyer) })
  }
  const waitMinutesOf = async (buyer: Member, nft: { id: string }) => {
    const { status, headers } = await buy(t, buyer, nft)
    expect(status).toBe(429)
    return Math.ceil(Number(headers['retry-after']) / 60)
  }

  const phoneOf = async ({ id }: Member) =>
    (await t.ctx.db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone
  const givePhone = ({ id }: Member, phone: string | null) =>
    t.ctx.db.updateTable('users').set({ phone }).where('id', '=', id).execute()

  it('counts what was let go with a phone also when its account has another one now, or none, and forgets it after 30 days', async () => {
    const { nft } = await buildListedNft(t)
    const [first, second, third] = [await buildBuyer(t), await buildBuyer(t), await buildBuyer(t)]
    const phone = await phoneOf(first)
    await letGo(first, nft)
    await givePhone(first, await phoneOf(second))
    await givePhone(second, phone)
    await letGo(second, nft)
    await givePhone(second, null)
    await givePhone(third, phone)
    expect(await waitMinutesOf(third, nft)).toBe(30)
    t.clock.advance(31 * 24 * 60 * MINUTE_MS)
    await purgeExpired.run(t.ctx)
    expect(await t.ctx.db.selectFrom('reservation_phones').selectAll().execute()).toEqual([])
  })

  it('makes who goes on letting reservations go wait twice as long each time, up to a week, and forgets it after 30 days', async () => {
    const { nft } = await buildListedNft(t)
    const buyer = await buildBuyer(t)
    await letGo(buyer, nft)
    for (const minutes of [30, 60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 7 * 24 * 60, 7 * 24 * 60]) {
      await letGo(buyer, nft)
      expect(await waitMinutesOf(buyer, nft)).toBe(minutes)
      t.clock.advance(minutes * MINUTE_MS)
    }
    const created_at = new Date(t.clock.now().getTime() - 30 * 24 * 60 * MINUTE_MS)
    await t.ctx.db.updateTable('payments').set({ created_at }).where('nft_id', '=', nft.id).execute()
    await letGo(buyer, nft)
    await letGo(buyer, nft)
    expect(await waitMinutesOf(buyer, nft)).toBe(30)
  })

  it('counts what was let go of the same NFT when its seller lists it anew, and by other accounts with the same phone', async () => {
    const { nft, seller } = await buildListedNft(t)
    const [buyer, second] = [await buildBuyer(t), await buildBuyer(t)]
    await givePhone(second, await phoneOf(buyer))
    await letGo(buyer, nft)
    const list = (listing: boolean) =>
      t.call('PUT', `/api/nfts/${nft.id}/`, {
        token: seller.tokens.access,
        body: listing ? { price: 30, listing } : { listing },
      })
    expect([(await list(false)).status, (await list(true)).status]).toEqual([200, 200])
    await letGo(second, nft)
    expect(await waitMinutesOf(buyer, nft)).toBe(30)
    expect(await waitMinutesOf(second, nft)).toBe(30)
    await reserve(t, await buildBuyer(t), nft)
  })

  it('makes wait who has let it go twice although money that came later went back', async () => {
    const { nft } = await buildListedNft(t)
    const buyer = await buildBuyer(t)
    const cancelled = await reserve(t, buyer, nft)
    await t.call('POST', `/api/payments/${cancelled}/cancel/`, { token: buyer.tokens.access })
    await decide(t, cancelled, 'success')
    const expired = await reserve(t, buyer, nft)
    t.clock.advance(16 * MINUTE_MS)
    await t.runJobs()
    const other = await buildBuyer(t)
    const others = await reserve(t, other, nft)
    await decide(t, expired, 'success')
    await t.runJobs()
    for (const id of [cancelled, expired]) expect((await getPayment(t, buyer, id)).status).toBe('REFUNDED')
    await t.call('POST', `/api/payments/${others}/cancel/`, { token: other.tokens.access })
    expect((await buy(t, buyer, nft)).status).toBe(429)
  })
})
