import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildFile, sampleJpeg } from '../../../test/build-nft.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { giveCredits } from '../../../test/give-credits.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { completeMint } from './complete-mint.ts'
import { failMint } from './fail-mint.ts'

describe('an NFT that is created with a price', () => {
  const t = useTestApp()

  async function buildCreator(): Promise<Member> {
    const member = await buildMember(t)
    await buildWallet(t, { userId: member.id })
    await giveCredits(t, { userId: member.id, amountCents: 100 })
    return member
  }
  async function bodyFor(member: { id: string }, change: object = {}) {
    const file = await buildFile(t, { ownerId: member.id })
    const thumbnail = await buildFile(t, { ownerId: member.id, bytes: await sampleJpeg(), ending: 'jpg' })
    return {
      category: 1,
      chain: 'POLYGON',
      file: file.id,
      thumbnail: thumbnail.id,
      royalty: 7.5,
      cashback_value: 750,
      ...change,
    }
  }
  const create = (member: Member, body: unknown, headers: Record<string, string> = {}) =>
    t.call('POST', '/api/nfts/', { token: member.tokens.access, body, headers })
  const credit = async (member: Member) =>
    (await t.call('GET', '/api/accounts/credits/', { token: member.tokens.access })).body.data
  const read = async (id: string) => (await t.call('GET', `/api/nfts/${id}/`)).body.data
  const inTx = (work: (tx: Tx) => Promise<unknown>) => inTransaction(t.ctx.db, work)
  const decide = async (id: string, body: object) =>
    t.call('PUT', `/api/admin/nfts/${id}/`, { site: 'admin', token: (await buildAdmin(t)).tokens.access, body })
  async function createAt(price: unknown): Promise<string> {
    const member = await buildCreator()
    const { status, body } = await create(member, await bodyFor(member, { price }))
    expect(status).toBe(200)
    expect(body.data.latest_listing).toMatchObject({ status: 'PENDING_LISTINGS', price: 25, seller: member.id })
    return body.data.id
  }

  it('is listed in the moment in which it is minted', async () => {
    const id = await createAt('25.00')
    await inTx((tx) => completeMint(t.ctx, tx, { nftId: id, txHash: '0xabc' }))
    expect((await read(id)).latest_listing).toMatchObject({ status: 'ACTIVE', price: 25 })
    expect((await read(id)).listings).toHaveLength(1)
    const log = (await t.call('GET', `/api/nfts/${id}/activity-logs/`)).body.data
    expect(log.map(({ activity }: { activity: string }) => activity).toSorted()).toEqual(['Created', 'Listed'])
  })

  it('is not listed when the mint fails, and is withdrawn from sale by a takedown before it', async () => {
    const failed = await createAt(25)
    await inTx((tx) => failMint(t.ctx, tx, { nftId: failed, reason: 'refused' }))
    expect((await read(failed)).latest_listing.status).toBe('INACTIVE')

    const taken = await createAt(25)
    await decide(taken, { taken_down: true, reason: 'copied' })
    await inTx((tx) => completeMint(t.ctx, tx, { nftId: taken, txHash: '0xabc' }))
    const listings = t.ctx.db.selectFrom('listings').select('status').where('nft_id', '=', taken)
    expect(await listings.execute()).toEqual([{ status: 'INACTIVE' }])
  })

  it('is listed once, however often the block of the mint is seen', async () => {
    const id = await createAt(25)
    for (let look = 0; look < 2; look += 1) await inTx((tx) => completeMint(t.ctx, tx, { nftId: id, txHash: '0xabc' }))
    expect((await read(id)).listings).toMatchObject([{ status: 'ACTIVE', price: 25 }])
    const listed = t.ctx.db.selectFrom('events').select('id').where('type', '=', 'nft.listed')
    expect(await listed.where((where) => where(sql`data ->> 'nft_id'`, '=', id)).execute()).toHaveLength(1)
  })

  it('is neither minted nor listed by a look at the chain that crashes, and both by the next', async () => {
    const id = await createAt(25)
    const crashed = inTx(async (tx) => {
      await completeMint(t.ctx, tx, { nftId: id, txHash: '0xabc' })
      throw new Error('crashed')
    })
    await expect(crashed).rejects.toThrow('crashed')
    expect(await read(id)).toMatchObject({
      mint_tx: { status: 'PENDING' },
      latest_listing: { status: 'PENDING_LISTINGS' },
    })
    await inTx((tx) => completeMint(t.ctx, tx, { nftId: id, txHash: '0xabc' }))
    expect(await read(id)).toMatchObject({ mint_tx: { status: 'SUCCESSED' }, latest_listing: { status: 'ACTIVE' } })
  })

  it('asked for twice with one key is one NFT with one listing', async () => {
    const member = await buildCreator()
    const body = await bodyFor(member, { price: 25 })
    const ids = []
    for (let time = 0; time < 2; time += 1)
      ids.push((await create(member, body, { 'idempotency-key': 'one-nft' })).body.data.id)
    expect(new Set(ids).size).toBe(1)
    expect((await read(ids[0])).listings).toHaveLength(1)
    expect(await credit(member)).toEqual({ credit: 0.8, held: 0.2 })
  })

  it('is not listed when it was refused, or taken from sale by its creator, before it was minted', async () => {
    const refused = await createAt(25)
    await decide(refused, { approved: false, reason: 'Not a work' })
    const member = await buildCreator()
    const unlisted = (await create(member, await bodyFor(member, { price: 25 }))).body.data.id
    const body = { listing: false, price: 0 }
    expect((await t.call('PUT', `/api/nfts/${unlisted}/`, { token: member.tokens.access, body })).status).toBe(200)
    for (const id of [refused, unlisted]) {
      await inTx((tx) => completeMint(t.ctx, tx, { nftId: id, txHash: '0xabc' }))
      expect((await read(id)).listings).toMatchObject([{ status: 'INACTIVE' }])
    }
  })

  it('is not listed when its creator was suspended before it was minted', async () => {
    const member = await buildCreator()
    const { body } = await create(member, await bodyFor(member, { price: 25 }))
    const admin = await buildAdmin(t)
    const suspension = { site: 'admin', token: admin.tokens.access, body: { status: 'SUSPENDED' } } as const
    expect((await t.call('PUT', `/api/users/${member.id}/`, suspension)).status).toBe(200)
    await inTx((tx) => completeMint(t.ctx, tx, { nftId: body.data.id, txHash: '0xabc' }))
    expect((await read(body.data.id)).listings).toMatchObject([{ status: 'INACTIVE' }])
  })

  it.each([
    [1.07, 'Minimum listing amount is $1.08'],
    ['abc', 'Invalid format'],
    ['', 'Required'],
  ])('of %j is refused: %s', async (price, message) => {
    const member = await buildCreator()
    const { status, body } = await create(member, await bodyFor(member, { price }))
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ price: [message] }])
    expect(await credit(member)).toEqual({ credit: 1, held: 0 })
  })

  it('below the least price that the operator has set is refused', async () => {
    const member = await buildCreator()
    const before = t.ctx.config.minListingPriceCents
    onTestFinished(() => void (t.ctx.config.minListingPriceCents = before))
    t.ctx.config.minListingPriceCents = 250
    const { status, body } = await create(member, await bodyFor(member, { price: 2.49 }))
    expect([status, body.errors]).toEqual([400, [{ price: ['Minimum listing amount is $2.50'] }]])
    expect(await credit(member)).toEqual({ credit: 1, held: 0 })
  })

  it('left out or null is not listed', async () => {
    const member = await buildCreator()
    const { body } = await create(member, await bodyFor(member, { price: null }))
    expect(body.data.latest_listing).toBeNull()
  })
})

describe('an NFT that is created with a price where listings need approval', () => {
  const t = useTestApp({ env: { LISTINGS_NEED_APPROVAL: 'true' } })

  it('waits for approval once it is minted', async () => {
    const member = await buildMember(t)
    await buildWallet(t, { userId: member.id })
    await giveCredits(t, { userId: member.id, amountCents: 100 })
    const file = await buildFile(t, { ownerId: member.id })
    const body = { category: 1, chain: 'POLYGON', file: file.id, thumbnail: file.id, royalty: 5, price: 25 }
    const { id } = (await t.call('POST', '/api/nfts/', { token: member.tokens.access, body })).body.data
    const status = async () => (await t.call('GET', `/api/nfts/${id}/`)).body.data.latest_listing.status
    expect(await status()).toBe('PENDING_LISTINGS')
    await inTransaction(t.ctx.db, (tx) => completeMint(t.ctx, tx, { nftId: id, txHash: '0xabc' }))
    expect(await status()).toBe('PENDING_APPROVAL')
  })
})
