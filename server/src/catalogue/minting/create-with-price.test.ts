import { describe, expect, it } from 'vitest'
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
    const admin = await buildAdmin(t)
    const body = { taken_down: true, reason: 'copied' }
    await t.call('PUT', `/api/admin/nfts/${taken}/`, { site: 'admin', token: admin.tokens.access, body })
    await inTx((tx) => completeMint(t.ctx, tx, { nftId: taken, txHash: '0xabc' }))
    const listings = t.ctx.db.selectFrom('listings').select('status').where('nft_id', '=', taken)
    expect(await listings.execute()).toEqual([{ status: 'INACTIVE' }])
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

  it('left out or null is not listed', async () => {
    const member = await buildCreator()
    const { body } = await create(member, await bodyFor(member, { price: null }))
    expect(body.data.latest_listing).toBeNull()
  })
})
