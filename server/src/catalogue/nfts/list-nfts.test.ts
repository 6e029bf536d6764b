import { beforeAll, describe, expect, it } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft, type Nft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { moveListing } from '../listings/move-listing.ts'

type Wire = { id: string; latest_listing: { price: number } | null; updated_at: string; last_sale_price: number | null }

describe('GET /api/nfts/', () => {
  const t = useTestApp()
  let member: Member
  let other: Member
  const all: Nft[] = []

  const list = async (query: string, token?: string) =>
    (await t.call('GET', `/api/nfts/?${query}`, { ...(token && { token }) })).body
  const ids = async (query: string, token?: string): Promise<string[]> =>
    (await list(query, token)).data.map((nft: Wire) => nft.id)
  async function pages(query: string): Promise<Wire[]> {
    const found: Wire[] = []
    for (let cursor = ''; ; ) {
      const { data, meta } = await list(`${query}&limit=5${cursor}`)
      found.push(...data)
      if (!meta.next_cursor) return found
      cursor = `&cursor=${meta.next_cursor}`
    }
  }

  beforeAll(async () => {
    member = await buildMember(t)
    other = await buildMember(t)
    for (let index = 0; index < 14; index++) {
      const nft = await buildNft(t, {
        owner: index % 2 ? member : other,
        category: 1 + (index % 3),
        name: `Piece ${index}`,
        description: `Number ${index} of all`,
      })
      all.push(nft)
      // Two works at each price, so that pages break between equals.
      if (index < 12) await buildListing(t, { nft, priceCents: 200 + Math.floor(index / 2) * 100 })
    }
  })

  it.each(['price', '-price', 'updated_at', '-updated_at'])(
    'gives every listed work once over three pages, sorted by %s',
    async (sort) => {
      const found = await pages(`listed=true&sort=${sort}`)
      expect(found).toHaveLength(12)
      expect(new Set(found.map((nft) => nft.id)).size).toBe(12)
      const keys = found.map((nft) =>
        sort.endsWith('price') ? (nft.latest_listing?.price ?? 0) : Date.parse(nft.updated_at),
      )
      expect(keys).toEqual(keys.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b)))
    },
  )

  it.each(['price', '-price'])('puts what has no price last, sorted by %s', async (sort) => {
    const found = await pages(`approved=true&sort=${sort}`)
    expect(found).toHaveLength(14)
    expect(found.slice(12).map((nft) => nft.latest_listing)).toEqual([null, null])
  })

  it('tells the total and the newest first when nothing is asked', async () => {
    const { data, meta } = await list('')
    expect(meta).toEqual({ next_cursor: null, total: 14 })
    expect(data).toHaveLength(14)
    const times = data.map((nft: Wire) => nft.updated_at)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('filters by listing, category, price, owner and creator', async () => {
    expect((await ids('listed=false')).toSorted()).toEqual([all[12]?.id, all[13]?.id].toSorted())
    expect(await ids('category=2')).toHaveLength(5)
    expect(await ids('min_price=3&max_price=4.00')).toHaveLength(4)
    expect(await ids(`owned_by=${member.id}`)).toHaveLength(7)
    expect(await ids(`created_by=${other.id}`)).toHaveLength(7)
    expect(await ids('chain=ETH')).toEqual([])
  })

  it.each(['PIECE 3', 'number 11', 'e 1', '%', '_', '\\', 'Piece 1 Number', "o'h"])(
    'searches %j as a match on name or description',
    async (text) => {
      const expected = all.filter((nft) =>
        [nft.name, nft.description].some((field) => field.toLowerCase().includes(text.toLowerCase())),
      )
      expect((await ids(`search=${encodeURIComponent(text)}`)).toSorted()).toEqual(
        expected.map((nft) => nft.id).toSorted(),
      )
    },
  )

  it.each(['夜', '夜の', '夜の花', 'ÉTÉ', 'é à', 'ночь', 'Я'])(
    'searches %j, whose letters are not Latin, in any case',
    async (text) => {
      const creator = await buildMember(t)
      const has = { name: '夜の花 Été à Ночь', description: 'и я' }
      const nft = await buildNft(t, { creator, owner: creator, ...has })
      await buildNft(t, { creator, owner: creator, name: 'Other', description: 'Nothing' })
      expect(await ids(`created_by=${creator.id}&search=${encodeURIComponent(text)}`)).toEqual([nft.id])
      expect(await ids(`created_by=${creator.id}&search=${encodeURIComponent('ь и')}`)).toEqual([])
    },
  )

  it('searches the creator’s public name too', async () => {
    const [creator, owner] = [await buildMember(t), await buildMember(t)]
    const set = { display_name: 'Ishara Dias' }
    await t.ctx.db.updateTable('users').set(set).where('id', '=', creator.id).execute()
    const nft = await buildNft(t, { creator, owner, name: 'Unrelated' })
    for (const text of ['ishara', 'DIAS', 'is', 'Ishara Dias']) expect(await ids(`search=${text}`)).toContain(nft.id)
    expect(await ids('search=ishara&category=2')).toEqual([])
    expect(await ids(`search=ishara&owned_by=${member.id}`)).toEqual([])
  })

  it('keeps unapproved NFTs off Explore, shows them on the profile, and hides what was taken down', async () => {
    const owner = await buildMember(t)
    const waiting = await buildNft(t, { owner, approved: false })
    const gone = await buildNft(t, { owner, isTakenDown: true })
    expect(await ids(`owned_by=${owner.id}&approved=true`)).toEqual([])
    expect(await ids(`owned_by=${owner.id}&approved=false`)).toEqual([waiting.id])
    expect(await ids(`owned_by=${owner.id}`)).toEqual([waiting.id])
    expect((await t.call('GET', `/api/nfts/${waiting.id}/`)).body.data.approved).toBe(false)
    expect((await t.call('GET', `/api/nfts/${gone.id}/`)).status).toBe(404)
    expect((await t.call('GET', `/api/nfts/${gone.id}/`, { token: owner.tokens.access })).body.data.taken_down).toBe(
      true,
    )
  })

  it('shows a reserved work in the Marketplace, and a paid one on its way on the buyer’s own profile', async () => {
    const [seller, buyer] = [await buildMember(t), await buildMember(t)]
    const reserved = await buildNft(t, { owner: seller })
    await buildListing(t, { nft: reserved, status: 'PAYMENT_PROCESSING', buyer })
    const paid = await buildNft(t, { owner: seller })
    await buildListing(t, { nft: paid, status: 'PAID', buyer })
    expect(await ids(`listed=true&created_by=${seller.id}`)).toEqual([reserved.id])
    expect(await ids(`listed=false&created_by=${seller.id}`)).toEqual([])
    expect(await ids(`owned_by=${buyer.id}`, buyer.tokens.access)).toEqual([paid.id])
    expect(await ids(`owned_by=${buyer.id}`, seller.tokens.access)).toEqual([])
    const [shown] = (await list(`owned_by=${buyer.id}`, buyer.tokens.access)).data
    expect(shown.latest_listing).toMatchObject({ status: 'PAID', buyer: buyer.id })
  })

  it.each([
    'sort=size',
    'limit=0',
    'limit=101',
    'cursor=abc',
    'category=x',
    'min_price=a',
    'category=99999999999',
    'listed=maybe',
    `cursor=${Buffer.from('["x","1"]').toString('base64url')}`,
  ])('answers 400 for %s', async (query) => expect((await t.call('GET', `/api/nfts/?${query}`)).status).toBe(400))

  it('takes a cursor only for the sort it was made for', async () => {
    const cursor = (await list('limit=2')).meta.next_cursor
    const status = async (query: string) => (await t.call('GET', `/api/nfts/?${query}&cursor=${cursor}`)).status
    expect(await status('sort=-updated_at')).toBe(200)
    for (const sort of ['updated_at', 'price', '-price']) expect(await status(`sort=${sort}`)).toBe(400)
  })

  it('finds nothing for an id that cannot be one of ours, and refuses NUL', async () => {
    expect(await ids('owned_by=nobody')).toEqual([])
    expect((await t.call('GET', '/api/nfts/?search=%00')).status).toBe(400)
    for (const path of ['', 'listings/', 'activity-logs/'])
      expect((await t.call('GET', `/api/nfts/no-such-work/${path}`)).status).toBe(404)
  })

  it('answers 304 to a poll when nothing has changed', async () => {
    const path = `/api/nfts/?owned_by=${member.id}`
    const { etag } = (await t.call('GET', path)).headers
    const poll = () => t.call('GET', path, { headers: { 'if-none-match': String(etag) } })
    expect(await poll()).toMatchObject({ status: 304, body: '' })
    await buildNft(t, { owner: member })
    expect((await poll()).status).toBe(200)
  })

  it('names people as they asked to be named, and never tells an e-mail or a last name', async () => {
    const [nft] = (await list(`created_by=${member.id}&limit=1`)).data
    expect(nft.creator.last_name).toBeNull()
    expect(JSON.stringify(nft)).not.toContain('example.test')
  })

  it('sorts and filters the Gallery by the price of the last sale, over all pages', async () => {
    const [creator, buyer] = [await buildMember(t), await buildMember(t)]
    const nfts = await Promise.all([0, 1, 2, 3, 4, 5].map(() => buildNft(t, { creator, owner: buyer })))
    const sell = (nft: Nft | undefined, priceCents: number) =>
      buildListing(t, { nft: nft as Nft, seller: creator, buyer, status: 'SOLD', priceCents })
    for (const [index, nft] of nfts.slice(0, 5).entries()) await sell(nft, 300 + Math.floor(index / 2) * 100)
    await sell(nfts[0], 900)
    const gallery = async (query: string) =>
      (await pages(`listed=false&created_by=${creator.id}&${query}`)).map((nft) => nft.last_sale_price)
    expect(await gallery('sort=price')).toEqual([3, 4, 4, 5, 9, null])
    expect(await gallery('sort=-price')).toEqual([9, 5, 4, 4, 3, null])
    expect(await gallery('sort=price&min_price=4')).toEqual([4, 4, 5, 9])
    expect(await gallery('sort=price&max_price=4')).toEqual([3, 4, 4])
    expect(await gallery('min_price=3.01&max_price=5')).toHaveLength(3)
    await buildListing(t, { nft: nfts[5] as Nft, seller: buyer, priceCents: 450 })
    const shown = async (query: string) => (await ids(`created_by=${creator.id}&${query}`)).length
    expect(await shown('min_price=4.5&max_price=4.5')).toBe(1)
    expect(await shown('listed=true&min_price=5')).toBe(0)
  })

  it('counts the sale before, where a reorganisation undid the last', async () => {
    const [creator, buyer] = [await buildMember(t), await buildMember(t)]
    const nft = await buildNft(t, { creator, owner: buyer })
    const sale = { nft, seller: creator, buyer, status: 'SOLD' as const }
    await buildListing(t, { ...sale, priceCents: 300 })
    const { id: listingId } = await buildListing(t, { ...sale, priceCents: 700 })
    const read = async () => (await t.call('GET', `/api/nfts/${nft.id}/`)).body.data.last_sale_price
    expect(await read()).toBe(7)
    const move = (from: 'SOLD' | 'PAID', to: 'SOLD' | 'PAID') =>
      inTransaction(t.ctx.db, (tx) => moveListing(t.ctx, tx, { listingId, from, to }))
    await move('SOLD', 'PAID')
    expect(await read()).toBe(3)
    await move('PAID', 'SOLD')
    expect(await read()).toBe(7)
  })
})
