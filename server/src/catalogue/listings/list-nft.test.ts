import { describe, expect, it } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { completeMint } from '../minting/complete-mint.ts'
import { failMint } from '../minting/fail-mint.ts'
import { moveListing } from './move-listing.ts'

describe('PUT /api/nfts/{id}/ lists and unlists', () => {
  const t = useTestApp()
  const put = (member: Member, nft: { id: string }, body: unknown) =>
    t.call('PUT', `/api/nfts/${nft.id}/`, { token: member.tokens.access, body })
  const list = (member: Member, nft: { id: string }, price: unknown = 25, rest: object = {}) =>
    put(member, nft, { listing: true, price, ...rest })
  const unlist = (member: Member, nft: { id: string }) => put(member, nft, { listing: false, price: 0 })
  const read = async (nft: { id: string }) => (await t.call('GET', `/api/nfts/${nft.id}/`)).body.data

  it('makes an active listing at the price, with the fee and royalty of this moment', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner, creator: await buildMember(t), royaltyBps: 1_000 })
    const { status, body } = await list(owner, nft, '25.50')
    expect(status).toBe(200)
    expect(body.data.listings).toHaveLength(1)
    expect(body.data.latest_listing).toMatchObject({
      price: 25.5,
      platform_fee_bps: 250,
      status: 'ACTIVE',
      seller: owner.id,
      buyer: null,
      expires_at: null,
      reserved_until: null,
    })
    const row = await t.ctx.db.selectFrom('listings').selectAll().where('nft_id', '=', nft.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      price_cents: 2_550,
      fee_bps: 250,
      fee_cents: 63,
      royalty_bps: 1_000,
      royalty_cents: 255,
    })
    await unlist(owner, nft)
    const data = await read(nft)
    expect(data.latest_listing.status).toBe('INACTIVE')
    expect(data.listings).toHaveLength(1)
  })

  it('takes no royalty when the creator sells', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner })
    await list(owner, nft)
    const row = await t.ctx.db
      .selectFrom('listings')
      .select(['royalty_bps', 'royalty_cents'])
      .where('nft_id', '=', nft.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ royalty_bps: 0, royalty_cents: 0 })
  })

  it.each([
    [null, 'Required'],
    ['', 'Required'],
    ['abc', 'Invalid format'],
    ['1.085', 'Invalid format'],
    [1.07, 'Minimum listing amount is $1.08'],
    [0, 'Minimum listing amount is $1.08'],
    [-5, 'Minimum listing amount is $1.08'],
  ])('refuses the price %j: %s', async (price, message) => {
    const owner = await buildMember(t)
    const answer = await list(owner, await buildNft(t, { owner }), price)
    expect(answer.body.errors).toEqual([{ price: [message] }])
    expect(answer.status).toBe(400)
  })

  it('takes the least price, and says so when nothing is asked for', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner })
    expect((await list(owner, nft, '1.08')).status).toBe(200)
    expect((await put(owner, nft, {})).body.errors).toEqual([{ listing: ['Required'] }])
    expect((await put(owner, nft, { listing: true })).body.errors).toEqual([{ price: ['Required'] }])
  })

  it('is for the owner alone, and for members in good standing', async () => {
    const [owner, stranger] = [await buildMember(t), await buildMember(t)]
    const nft = await buildNft(t, { owner })
    expect((await list(stranger, nft)).status).toBe(403)
    expect((await t.call('PUT', `/api/nfts/${nft.id}/`, { body: { listing: true, price: 2 } })).status).toBe(401)
    expect((await list(owner, { id: t.ctx.random.id() })).status).toBe(404)
    await t.ctx.db.updateTable('users').set({ status: 'SUSPENDED' }).where('id', '=', owner.id).execute()
    expect((await list(owner, nft)).status).toBe(403)
  })

  it('opens one listing after the other when requests race, of which one stays open', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner })
    const answers = await Promise.all([1, 2, 3, 4].map((price) => list(owner, nft, price + 10)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    const { listings } = await read(nft)
    expect(listings.map(({ status }: { status: string }) => status)).toEqual([
      'ACTIVE',
      'INACTIVE',
      'INACTIVE',
      'INACTIVE',
    ])
  })

  it('cannot take back what a buyer has reserved, nor what is not listed', async () => {
    const [owner, buyer] = [await buildMember(t), await buildMember(t)]
    const nft = await buildNft(t, { owner })
    expect(await unlist(owner, nft)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await buildListing(t, { nft, status: 'PAYMENT_PROCESSING', buyer })
    expect(await unlist(owner, nft)).toMatchObject({ status: 409, body: { code: 'reserved' } })
    const shown = await read(nft)
    expect(shown.latest_listing).toMatchObject({ status: 'PAYMENT_PROCESSING', buyer: null, buyer_username: null })
  })

  it('waits for the mint, whose end decides', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner, minted: false })
    expect((await list(owner, nft)).body.data.latest_listing.status).toBe('PENDING_LISTINGS')
    await inTransaction(t.ctx.db, (tx) => completeMint(t.ctx, tx, { nftId: nft.id, txHash: '0xabc' }))
    const minted = await read(nft)
    expect(minted).toMatchObject({
      mint_tx: { status: 'SUCCESSED', tx_id: '0xabc' },
      latest_listing: { status: 'ACTIVE' },
    })
    expect(minted.token).toMatchObject({ standard: 'ERC-721', explorer_url: null, token_id: nft.token_id })

    const other = await buildNft(t, { owner, minted: false })
    await list(owner, other)
    await inTransaction(t.ctx.db, (tx) => failMint(t.ctx, tx, { nftId: other.id, reason: 'refused' }))
    expect(await read(other)).toMatchObject({
      mint_tx: { status: 'FAILED', error: 'refused' },
      latest_listing: { status: 'INACTIVE' },
    })
    expect((await list(owner, other)).status).toBe(409)
  })

  it('that is open is the latest one, also where an older one was opened again', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner })
    const { id } = (await list(owner, nft)).body.data.latest_listing
    t.clock.advance(1_000)
    await unlist(owner, nft)
    await list(owner, nft)
    await unlist(owner, nft)
    await t.ctx.db.updateTable('listings').set({ status: 'ACTIVE' }).where('id', '=', id).execute()
    const shown = { latest_listing: { id, status: 'ACTIVE' } }
    expect(await read(nft)).toMatchObject(shown)
    const { body } = await t.call('GET', `/api/nfts/?created_by=${owner.id}`)
    expect(body.data).toMatchObject([{ ...shown, listings: [{ id }] }])
    await unlist(owner, nft)
  })

  it('ends by itself at its expiry', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner })
    const inAnHour = new Date(t.ctx.clock.now().getTime() + 3_600_000).toISOString()
    const past = await list(owner, nft, 5, { expires_at: '2020-01-01T00:00:00Z' })
    expect(past.body.errors).toEqual([{ expires_at: ['The end must be in the future'] }])
    expect((await list(owner, nft, 5, { expires_at: '9999-12-31T23:59:59-23:59' })).status).toBe(400)
    expect((await list(owner, nft, 5, { expires_at: '9999-12-31T23:59:59Z' })).status).toBe(200)
    expect((await list(owner, nft, 5, { expires_at: inAnHour })).body.data.latest_listing.expires_at).toBe(inAnHour)
    await t.runJobs()
    expect((await read(nft)).latest_listing.status).toBe('ACTIVE')
    t.clock.advance(3_600_001)
    await t.runJobs()
    expect((await read(nft)).latest_listing.status).toBe('INACTIVE')
  })

  it('moves only along the table of transitions, and loses a race quietly', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner })
    const listing = await buildListing(t, { nft })
    const move = (from: 'ACTIVE' | 'INACTIVE', to: 'INACTIVE' | 'ACTIVE') =>
      inTransaction(t.ctx.db, (tx) => moveListing(t.ctx, tx, { listingId: listing.id, from, to }))
    expect(await move('ACTIVE', 'INACTIVE')).toMatchObject({ status: 'INACTIVE' })
    expect(await move('ACTIVE', 'INACTIVE')).toBeUndefined()
    await expect(move('INACTIVE', 'ACTIVE')).rejects.toThrow('never goes')
  })

  it('tells the story of a work in its listings and its activity log', async () => {
    const owner = await buildMember(t, { displayName: null, firstName: null })
    const nft = await buildNft(t, { owner })
    await list(owner, nft, 12)
    await unlist(owner, nft)
    const listings = (await t.call('GET', `/api/nfts/${nft.id}/listings/`)).body
    expect(listings.data).toMatchObject([
      { price: 12, status: 'INACTIVE', seller_username: `member-${owner.id.slice(-6)}` },
    ])
    const log = (await t.call('GET', `/api/nfts/${nft.id}/activity-logs/`)).body.data
    expect(log.map((entry: { activity: string }) => entry.activity)).toEqual(['Listing Removed', 'Listed', 'Created'])
  })
})
