import { addressOf } from '@verso/protocol/pages/pages'
import type { Notification } from '@verso/protocol/users/notifications'
import { describe, expect, test } from 'vitest'
import { buildBuyer, decide, reserve, topup } from '../../../test/build-listed-nft.ts'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { complete, pay } from '../../../test/build-sale.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()

type List = { data: Notification[]; meta: { next_cursor: string | null; total: number; unread: number } }
const list = async ({ tokens }: Member, query = ''): Promise<List> => {
  await t.runJobs()
  return (await t.call('GET', `/api/notifications/${query}`, { token: tokens.access })).body
}
const told = async (member: Member): Promise<string[][]> =>
  (await list(member)).data.map(({ kind, text }) => [kind, text])
const put = ({ tokens }: Member, path: string, body: object, site?: 'admin') =>
  t.call('PUT', path, { token: tokens.access, body, ...(site && { site }) })
const follow = (member: Member, followed: Member) => put(member, `/api/users/${followed.id}/follow/`, {})
const wish = (member: Member, nft: { id: string }) => put(member, `/api/nfts/${nft.id}/wishlist/`, {})

describe('who is told what', () => {
  test('a sale: the seller, the creator, the buyer, and members who wished for it; each once, and none of their own acts', async () => {
    const [creator, seller, wisher] = [await buildMember(t), await buildMember(t), await buildMember(t)]
    const nft = await buildNft(t, { creator, owner: seller, name: 'Night Bloom' })
    const listing = await buildListing(t, { nft, priceCents: 2_500 })
    const buyer = await buildBuyer(t)
    await wish(wisher, nft)
    await wish(buyer, nft)
    const paymentId = await reserve(t, buyer, nft)
    await pay(t, { listing, paymentId })
    await complete(t, listing)
    await t.runJobs()
    expect((await told(seller)).map(([kind]) => kind)).toContain('nft.sold')
    expect((await told(seller)).filter(([kind]) => kind === 'nft.sold')[0]?.[1]).toMatch(
      /^\S.* bought “Night Bloom”\. You receive \d+\.\d\d USD\.$/,
    )
    expect(await told(wisher)).toEqual([['wishlist.sold', '“Night Bloom” from your wishlist was sold.']])
    expect((await told(buyer)).map(([kind]) => kind).toSorted()).toEqual(['order.delivered', 'order.paid'])
    expect((await told(creator)).map(([kind]) => kind).toSorted()).toEqual(['earnings.released', 'royalty.received'])
    const { data } = await list(buyer)
    expect(data.find(({ kind }) => kind === 'order.delivered')).toMatchObject({
      link: addressOf('order', { paymentId }),
      count: 1,
    })
  })

  test('a listing: followers and those who wished for it, when it is approved too, and once', async () => {
    const [seller, follower, wisher, admin] = [
      await buildMember(t),
      await buildMember(t),
      await buildMember(t),
      await buildAdmin(t),
    ]
    await follow(follower, seller)
    await follow(wisher, seller)
    const nft = await buildNft(t, { creator: seller, name: 'Salt', approved: false })
    await buildListing(t, { nft, priceCents: 1_200 })
    await wish(wisher, nft)
    const approve = (approved: boolean) =>
      put(admin, `/api/admin/nfts/${nft.id}/`, { approved, ...(!approved && { reason: 'Too dark' }) }, 'admin')
    expect(await told(follower)).toEqual([])
    await approve(true)
    await t.runJobs()
    await approve(false)
    await approve(true)
    expect(await told(follower)).toEqual([['following.listed', expect.stringMatching(/put “Salt” up for sale\.$/)]])
    expect(await told(wisher)).toEqual([['wishlist.listed', '“Salt” was put up for sale for 12.00 USD.']])
    expect((await told(seller)).map(([kind]) => kind)).toEqual(['nft.approved', 'nft.refused', 'follow.created'])
    await put(seller, `/api/nfts/${nft.id}/`, { price: 9, listing: true })
    expect((await told(wisher))[0]).toEqual([
      'wishlist.price_dropped',
      'The price of “Salt” from your wishlist went down to 9.00 USD.',
    ])
    await put(seller, `/api/nfts/${nft.id}/`, { price: 11, listing: true })
    expect(await told(wisher)).toHaveLength(2)
    // Up and down, or off and on again, is news once a day.
    await put(seller, `/api/nfts/${nft.id}/`, { price: 8, listing: true })
    await put(seller, `/api/nfts/${nft.id}/`, { price: 0, listing: false })
    await put(seller, `/api/nfts/${nft.id}/`, { price: 7, listing: true })
    expect(await told(wisher)).toHaveLength(2)
    expect(await told(follower)).toHaveLength(1)
  })

  test('a decision with its reason, a top-up, a new password', async () => {
    const [member, admin] = [await buildMember(t), await buildAdmin(t)]
    const nft = await buildNft(t, { creator: member, name: 'Salt' })
    await put(admin, `/api/admin/nfts/${nft.id}/`, { taken_down: true, reason: 'A copy' }, 'admin')
    await decide(t, await topup(t, member, 20), 'success')
    const body = { current: member.password, new_password: 'another-secret-pass' }
    await t.call('POST', '/api/auth/password/', { token: member.tokens.access, body })
    expect((await told(member)).toSorted()).toEqual([
      ['nft.taken_down', '“Salt” was taken down and is no longer shown. Reason: A copy'],
      ['security.password_changed', 'The password of your account was changed.'],
      ['topup.completed', '20.00 USD were added to your transaction credits.'],
    ])
    const { data } = await list(member)
    expect(data.find(({ kind }) => kind === 'nft.taken_down')?.image_url).toBeNull()
  })

  test('a takedown: who made the work, and whose it is, in the product and by mail', async () => {
    const [creator, owner, admin] = [await buildMember(t), await buildMember(t), await buildAdmin(t)]
    const nft = await buildNft(t, { creator, owner, name: 'Salt' })
    await put(admin, `/api/admin/nfts/${nft.id}/`, { taken_down: true, reason: 'A copy' }, 'admin')
    const text = '“Salt” was taken down and is no longer shown. Reason: A copy'
    for (const { email, ...member } of [creator, owner]) {
      expect(await told({ email, ...member })).toEqual([['nft.taken_down', text]])
      const mails = t.ctx.db.selectFrom('messages').select('subject').where('recipient', '=', email)
      expect(await mails.execute()).toEqual([{ subject: 'Your work was taken down: Salt' }])
    }
  })

  test('a follower: once a day, and no longer who does not follow any more', async () => {
    const [member, fan] = [await buildMember(t), await buildMember(t)]
    const unfollow = () => t.call('DELETE', `/api/users/${member.id}/follow/`, { token: fan.tokens.access })
    await follow(fan, member)
    expect((await list(member)).meta).toMatchObject({ total: 1, unread: 1 })
    await put(member, '/api/notifications/read/', { all: true })
    await unfollow()
    expect((await list(member)).meta.total).toBe(0)
    await follow(fan, member)
    expect((await list(member)).meta).toMatchObject({ total: 1, unread: 0 })
  })
})

describe('the list', () => {
  test('tells the same things of a day as one line, until it is read, and not of members who have gone', async () => {
    const [member, ...fans] = [await buildMember(t), await buildMember(t), await buildMember(t), await buildMember(t)]
    for (const fan of fans) await follow(fan, member)
    const { data, meta } = await list(member)
    expect(data).toEqual([expect.objectContaining({ kind: 'follow.created', count: 3, read_at: null })])
    expect(data[0]?.text).toMatch(/ and 2 others follow you\.$/)
    expect(meta).toEqual({ next_cursor: null, total: 1, unread: 1 })
    await t.ctx.db
      .updateTable('users')
      .set({ status: 'DELETED' })
      .where('id', '=', fans[0]?.id ?? '')
      .execute()
    expect((await list(member)).data[0]?.count).toBe(2)
    await put(member, '/api/notifications/read/', { ids: [data[0]?.id] })
    await follow(await buildMember(t), member)
    expect((await list(member)).data.map(({ count, read_at }) => [count, read_at !== null])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  test('is given page by page, the newest first, all or the unread ones', async () => {
    const member = await buildMember(t)
    for (let index = 0; index < 3; index++) await decide(t, await topup(t, member, 20 + index), 'success')
    const first = await list(member, '?limit=2')
    const second = await list(member, `?limit=2&cursor=${first.meta.next_cursor}`)
    expect(second.meta).toEqual({ next_cursor: null, total: 3, unread: 3 })
    const all = [...first.data, ...second.data]
    expect(all.map(({ created_at }) => created_at)).toEqual(
      all
        .map(({ created_at }) => created_at)
        .toSorted()
        .toReversed(),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(3)
    const { body } = await put(member, '/api/notifications/read/', { ids: [all[0]?.id] })
    expect(body.data).toEqual({ unread: 2 })
    expect((await put(member, '/api/notifications/read/', { ids: [] })).body.data).toEqual({ unread: 2 })
    expect((await list(member, '?unread=&cursor=')).meta).toEqual({ next_cursor: null, total: 3, unread: 2 })
    expect((await list(member, '?unread=true')).meta).toMatchObject({ total: 2, unread: 2 })
    expect((await list(member, '?unread=false')).data).toEqual([expect.objectContaining({ id: all[0]?.id })])
    expect((await put(member, '/api/notifications/read/', { all: true })).body.data).toEqual({ unread: 0 })
  })

  test('leaves out what was taken down meanwhile, but not what became of one’s own', async () => {
    const [seller, follower, admin] = [await buildMember(t), await buildMember(t), await buildAdmin(t)]
    await follow(follower, seller)
    const nft = await buildNft(t, { creator: seller, approved: false })
    await buildListing(t, { nft, priceCents: 1_200 })
    await put(admin, `/api/admin/nfts/${nft.id}/`, { approved: true }, 'admin')
    expect((await list(follower)).meta.total).toBe(1)
    await put(admin, `/api/admin/nfts/${nft.id}/`, { taken_down: true, reason: 'A copy' }, 'admin')
    expect(await list(follower)).toEqual({ data: [], meta: { next_cursor: null, total: 0, unread: 0 } })
    expect((await told(seller)).map(([kind]) => kind)).toEqual(['nft.taken_down', 'follow.created'])
  })

  test('is its member’s alone: others’ lines are not found, and a bad question is told so', async () => {
    const [member, other] = [await buildMember(t), await buildMember(t)]
    await follow(other, member)
    const [line] = (await list(member)).data
    expect((await put(other, '/api/notifications/read/', { ids: [line?.id] })).status).toBe(404)
    expect((await put(other, '/api/notifications/read/', { ids: [t.ctx.random.id()] })).status).toBe(404)
    expect((await list(member)).meta.unread).toBe(1)
    for (const body of [{}, { ids: ['x'] }, { all: false }, { all: true, ids: [line?.id] }])
      expect((await put(member, '/api/notifications/read/', body)).status).toBe(400)
    for (const query of ['?cursor=x', '?unread=maybe', '?limit=0'])
      expect((await t.call('GET', `/api/notifications/${query}`, { token: member.tokens.access })).status).toBe(400)
    expect((await t.call('GET', '/api/notifications/')).status).toBe(401)
  })
})

describe('what a member chooses', () => {
  const settings = async ({ tokens }: Member) =>
    (await t.call('GET', '/api/notifications/settings/', { token: tokens.access })).body.data

  test('holds from then on, and the rest stays as it was', async () => {
    const [member, fan] = [await buildMember(t), await buildMember(t)]
    const before = await settings(member)
    expect(before).toMatchObject({ time_zone: 'UTC', news: false })
    const change = { kinds: [{ kind: 'follow.created', in_app: false }], time_zone: 'Europe/Vienna', news: true }
    const { body } = await put(member, '/api/notifications/settings/', change)
    const kinds = before.kinds.map((each: { kind: string }) =>
      each.kind === 'follow.created' ? { ...each, in_app: false } : each,
    )
    expect(body.data).toEqual({ kinds, time_zone: 'Europe/Vienna', news: true })
    expect(await settings(member)).toEqual(body.data)
    await follow(fan, member)
    expect((await list(member)).data).toEqual([])
    expect((await put(member, '/api/notifications/settings/', { news: false })).body.data.news).toBe(false)
  })

  test('may be sent back whole, as it was read', async () => {
    const member = await buildMember(t)
    const before = await settings(member)
    const { status, body } = await put(member, '/api/notifications/settings/', before)
    expect([status, body.data]).toEqual([200, before])
  })

  test.each([
    [{ kinds: [{ kind: 'nft.unknown', in_app: false }] }, 'kinds'],
    [{ kinds: [{ kind: 'security.locked', in_app: false }] }, 'kinds'],
    [{ kinds: [{ kind: 'order.delivered', email: 'off' }] }, 'kinds'],
    [{ kinds: [{ kind: 'follow.created', email: 'hourly' }] }, 'kinds'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ news: 'yes' }, 'news'],
    [{ sound: true }, 'non_field_errors'],
  ])('%j is refused with its field', async (change, field) => {
    const { status, body } = await put(await buildMember(t), '/api/notifications/settings/', change)
    expect(status).toBe(400)
    expect(JSON.stringify(body.errors)).toContain(field)
  })
})
