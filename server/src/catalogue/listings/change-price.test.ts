import { describe, expect, it } from 'vitest'
import { buildBuyer, buildListedNft, buy } from '../../../test/build-listed-nft.ts'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { completeMint } from '../minting/complete-mint.ts'

const HOUR_MS = 3_600_000

describe('PUT /api/nfts/{id}/ with another price', () => {
  const t = useTestApp()
  const list = (member: Member, nft: { id: string }, price: unknown, rest: object = {}) =>
    t.call('PUT', `/api/nfts/${nft.id}/`, { token: member.tokens.access, body: { listing: true, price, ...rest } })
  const read = async (nft: { id: string }) => (await t.call('GET', `/api/nfts/${nft.id}/`)).body.data
  const listingsOf = async (nft: { id: string }) =>
    (await read(nft)).listings.map(({ status, price }: { status: string; price: number }) => [status, price])
  const eventsOf = async (nft: { id: string }) =>
    (await t.ctx.db.selectFrom('events').selectAll().orderBy('id').execute()).filter(
      ({ data }) => (data as { nft_id?: string }).nft_id === nft.id,
    )

  it('ends the old listing and opens one at the new price, and the activity log tells both', async () => {
    const { seller, nft } = await buildListedNft(t, { priceCents: 2_500 })
    const { status, body } = await list(seller, nft, '30.00')
    expect(status).toBe(200)
    expect(body.data.latest_listing).toMatchObject({ status: 'ACTIVE', price: 30, seller: seller.id })
    expect(await listingsOf(nft)).toEqual([
      ['ACTIVE', 30],
      ['INACTIVE', 25],
    ])
    const log = (await t.call('GET', `/api/nfts/${nft.id}/activity-logs/`)).body.data
    const entries = log.map(({ activity, price }: { activity: string; price: number | null }) => [activity, price])
    expect(entries).toHaveLength(4)
    expect(entries).toEqual(
      expect.arrayContaining([
        ['Listed', 30],
        ['Listing Removed', 25],
        ['Listed', 25],
        ['Created', null],
      ]),
    )
    const found = await t.call('GET', `/api/nfts/?listed=true&created_by=${seller.id}&min_price=29`)
    expect(found.body.meta.total).toBe(1)
  })

  it('is one fact, which is neither a new listing nor the end of one', async () => {
    const { seller, nft, listing } = await buildListedNft(t, { priceCents: 2_500 })
    await list(seller, nft, 20)
    const events = await eventsOf(nft)
    expect(events.map(({ type }) => type)).toEqual(['nft.price_changed'])
    expect(events[0]?.data).toMatchObject({
      price_cents: 2_000,
      former_price_cents: 2_500,
      former_listing_id: listing.id,
    })
  })

  it('keeps the end of the listing unless it names another, and takes the fee of this moment', async () => {
    const expiresAt = new Date(t.ctx.clock.now().getTime() + HOUR_MS)
    const { seller, nft } = await buildListedNft(t, { expiresAt })
    expect((await list(seller, nft, 30)).body.data.latest_listing.expires_at).toBe(expiresAt.toISOString())
    const later = new Date(expiresAt.getTime() + HOUR_MS).toISOString()
    expect((await list(seller, nft, 31, { expires_at: later })).body.data.latest_listing.expires_at).toBe(later)
    expect((await list(seller, nft, 31, { expires_at: null })).body.data.latest_listing.expires_at).toBeNull()
    const rows = await t.ctx.db.selectFrom('listings').selectAll().where('nft_id', '=', nft.id).execute()
    expect(rows.find(({ status }) => status === 'ACTIVE')).toMatchObject({ fee_bps: 250, fee_cents: 77 })
  })

  it('changes nothing when the same is asked for again', async () => {
    const { seller, nft } = await buildListedNft(t, { priceCents: 2_500 })
    expect((await list(seller, nft, 25)).status).toBe(200)
    expect(await listingsOf(nft)).toEqual([['ACTIVE', 25]])
    expect(await eventsOf(nft)).toEqual([])
  })

  it('is refused while a buyer has reserved the NFT, and once it is paid for', async () => {
    const [owner, buyer] = [await buildMember(t), await buildMember(t)]
    const nft = await buildNft(t, { owner })
    const listing = await buildListing(t, { nft, status: 'PAYMENT_PROCESSING', buyer })
    expect(await list(owner, nft, 30)).toMatchObject({
      status: 409,
      body: { code: 'reserved', errors: ['A buyer has reserved this NFT. Try again in a few minutes.'] },
    })
    await t.ctx.db.updateTable('listings').set({ status: 'PAID' }).where('id', '=', listing.id).execute()
    expect(await list(owner, nft, 30)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await listingsOf(nft)).toEqual([['PAID', 25]])
  })

  it('is for the owner alone, and keeps to the limits of a price', async () => {
    const { seller, nft } = await buildListedNft(t)
    expect((await list(await buildMember(t), nft, 30)).status).toBe(403)
    expect((await list(seller, nft, 1.07)).body.errors).toEqual([{ price: ['Minimum listing amount is $1.08'] }])
    expect(await listingsOf(nft)).toEqual([['ACTIVE', 25]])
  })

  it('of a listing that waits for the mint waits as well', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner, minted: false })
    await list(owner, nft, 25)
    await list(owner, nft, 30)
    expect(await listingsOf(nft)).toEqual([
      ['PENDING_LISTINGS', 30],
      ['INACTIVE', 25],
    ])
    await inTransaction(t.ctx.db, (tx) => completeMint(t.ctx, tx, { nftId: nft.id, txHash: '0xabc' }))
    expect((await eventsOf(nft)).map(({ type }) => type)).toEqual(['nft.minted', 'nft.listed'])
  })

  it('and a purchase race: the buyer gets one of the two listings, never both, never none', async () => {
    for (let round = 0; round < 8; round++) {
      const { seller, nft } = await buildListedNft(t, { priceCents: 2_500 })
      const buyer = await buildBuyer(t)
      const [bought, changed] = await Promise.all([buy(t, buyer, nft), list(seller, nft, 30)])
      expect(bought.status).toBe(200)
      const listings = await listingsOf(nft)
      if (changed.status === 200) {
        expect(listings).toEqual([
          ['PAYMENT_PROCESSING', 30],
          ['INACTIVE', 25],
        ])
      } else {
        expect(changed.body.code).toBe('reserved')
        expect(listings).toEqual([['PAYMENT_PROCESSING', 25]])
      }
    }
  })
})
