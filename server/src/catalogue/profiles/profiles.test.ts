import { describe, expect, it } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { buildCollector, buildToken } from '../../../test/build-token.ts'
import { useTestApp } from '../../../test/test-app.ts'

const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('the works of a member', () => {
  const t = useTestApp()
  const list = async (query: string): Promise<string[]> =>
    (await t.call('GET', `/api/nfts/?${query}`)).body.data.map(({ id }: { id: string }) => id)
  const countsOf = async (member: { id: string }, viewer?: Member) =>
    (await t.call('GET', `/api/users/${member.id}/`, viewer && { token: viewer.tokens.access })).body.data.counts
  const sell = async (seller: Member, buyer: Member) => {
    const nft = await buildNft(t, { creator: seller, owner: buyer })
    await buildListing(t, { nft, seller, buyer, status: 'SOLD' })
    return nft
  }

  it('are counted as created, owned and sold, with those who have collected them', async () => {
    const [artist, collector, other] = [await buildMember(t), await buildMember(t), await buildMember(t)]
    await buildNft(t, { creator: artist })
    await buildNft(t, { creator: artist, approved: false })
    await buildNft(t, { creator: artist, isTakenDown: true })
    const first = await sell(artist, collector)
    await sell(artist, collector)
    await sell(artist, other)
    expect(await countsOf(artist)).toEqual({ created: 5, owned: 2, sold: 3, collectors: 2 })
    expect(await countsOf(collector)).toEqual({ created: 0, owned: 2, sold: 0, collectors: 0 })
    await buildListing(t, { nft: first, seller: collector, buyer: other, status: 'SOLD' })
    expect(await countsOf(collector)).toMatchObject({ sold: 1 })
  })

  it('that are taken down are not counted, neither as sold nor as owned', async () => {
    const [seller, buyer] = [await buildMember(t), await buildMember(t)]
    const sold = await buildNft(t, { creator: seller, owner: buyer, isTakenDown: true })
    await buildListing(t, { nft: sold, seller, buyer, status: 'SOLD' })
    const paid = await buildNft(t, { owner: seller, isTakenDown: true })
    await buildListing(t, { nft: paid, buyer, status: 'PAID' })
    expect(await countsOf(seller)).toEqual({ created: 0, owned: 0, sold: 0, collectors: 0 })
    expect(await countsOf(buyer, buyer)).toMatchObject({ owned: 0 })
  })

  it('count one that is paid for and on its way as owned, for its buyer alone', async () => {
    const [seller, buyer] = [await buildMember(t), await buildMember(t)]
    await buildListing(t, { nft: await buildNft(t, { owner: seller }), status: 'PAID', buyer })
    expect(await countsOf(buyer, buyer)).toMatchObject({ owned: 1 })
    expect(await countsOf(buyer, seller)).toMatchObject({ owned: 0 })
    expect(await countsOf(seller)).toMatchObject({ owned: 1, sold: 0 })
  })

  it('count one that has come to its buyer already once', async () => {
    const [seller, buyer] = [await buildMember(t), await buildMember(t)]
    await buildListing(t, { nft: await buildNft(t, { owner: buyer }), seller, buyer, status: 'PAID' })
    expect(await countsOf(buyer, buyer)).toMatchObject({ owned: 1 })
  })

  it('are listed once as sold, however often, and not before the transfer is in a block', async () => {
    const [seller, buyer] = [await buildMember(t), await buildMember(t)]
    const sold = await sell(seller, buyer)
    await buildListing(t, { nft: sold, seller, buyer, status: 'SOLD' })
    await buildListing(t, { nft: await buildNft(t, { owner: seller }), seller, buyer, status: 'PAID' })
    await buildListing(t, { nft: await buildNft(t, { owner: seller }), seller, status: 'INACTIVE' })
    expect(await list(`sold_by=${seller.id}`)).toEqual([sold.id])
    expect(await countsOf(seller)).toMatchObject({ sold: 1 })
    expect(await list(`sold_by=${buyer.id}`)).toEqual([])
    expect(await list('sold_by=nobody')).toEqual([])
  })

  it('are given page by page', async () => {
    const [seller, buyer] = [await buildMember(t), await buildMember(t)]
    const sold = [await sell(seller, buyer), await sell(seller, buyer), await sell(seller, buyer)].map(({ id }) => id)
    const first = (await t.call('GET', `/api/nfts/?sold_by=${seller.id}&limit=2`)).body
    expect(first.meta.total).toBe(3)
    const second = await list(`sold_by=${seller.id}&limit=2&cursor=${first.meta.next_cursor}`)
    expect([...first.data.map(({ id }: { id: string }) => id), ...second].toSorted()).toEqual(sold.toSorted())
  })

  it('are listed as withdrawn by the member who sent them outside last, until they come back', async () => {
    const owner = await buildCollector(t)
    const nft = await buildToken(t, { creator: owner })
    const sent = await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, {
      headers: owner.headers,
      body: { address: OUTSIDE },
    })
    expect(sent.status).toBe(201)
    expect(await list(`withdrawn_by=${owner.id}`)).toEqual([])
    await t.runJobs()
    expect(await list(`withdrawn_by=${owner.id}`)).toEqual([nft.id])
    const other = await buildMember(t)
    expect(await list(`withdrawn_by=${other.id}`)).toEqual([])
    const [{ payload }] = (await t.ctx.db
      .selectFrom('chain_intents')
      .select('payload')
      .where('nft_id', '=', nft.id)
      .where('kind', '=', 'WITHDRAW')
      .execute()) as [{ payload: object }]
    const now = t.ctx.clock.now()
    await t.ctx.db
      .insertInto('chain_intents')
      .values({
        id: t.ctx.random.id(),
        chain: 'POLYGON',
        kind: 'WITHDRAW',
        business_key: `withdraw:${nft.id}:later`,
        nft_id: nft.id,
        user_id: other.id,
        payload: JSON.stringify(payload),
        status: 'CONFIRMED',
        created_at: now,
        updated_at: now,
      })
      .execute()
    expect(await list(`withdrawn_by=${owner.id}`)).toEqual([])
    expect(await list(`withdrawn_by=${other.id}`)).toEqual([nft.id])
    await t.ctx.db.updateTable('nfts').set({ custody: 'HELD' }).where('id', '=', nft.id).execute()
    expect(await list(`withdrawn_by=${other.id}`)).toEqual([])
  })
})
