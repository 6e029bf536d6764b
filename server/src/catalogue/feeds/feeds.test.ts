import { addressOf } from '@verso/protocol/pages/pages'
import { expect, test } from 'vitest'
import { buildAdmin, buildMember } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { urlsFor } from '../../http/urls.ts'

const t = useTestApp()

const ask = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers })
const feedOf = (userId: string) => `${addressOf('user', { userId })}/feed.xml`
const titles = (xml: string): (string | undefined)[] =>
  [...xml.matchAll(/<entry>[\s\S]*?<title>(.*?)<\/title>/g)].map((match) => match[1])

test('the newest works that everybody may see are a feed, with whole addresses', async () => {
  const creator = await buildMember(t, { displayName: 'Maya & Co' })
  const nft = await buildNft(t, { creator, name: 'Dawn <1>', description: 'First\u0001 "light"' })
  t.clock.advance(60_000)
  await buildNft(t, { name: 'Dusk' })
  await buildNft(t, { name: 'Waiting', approved: false })
  await buildNft(t, { name: 'Gone', isTakenDown: true })
  const { headers, payload, statusCode } = await ask('/feed.xml')
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(payload.startsWith('<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">')).toBe(
    true,
  )
  expect(titles(payload)).toEqual(['Dusk', 'Dawn &lt;1&gt;'])
  expect(payload).toContain(`<id>urn:uuid:${nft.id}</id>`)
  expect(payload).toContain('<name>Maya &amp; Co</name>')
  expect(payload).toContain(`href="${urlsFor(t.ctx).public}${addressOf('nft', { nftId: nft.id })}"`)
  expect(payload).toContain('First &amp;quot;light&amp;quot;')
  const own = await ask(feedOf(creator.id))
  expect(titles(own.payload)).toEqual(['Dawn &lt;1&gt;'])
  expect(own.payload).toContain(`<id>${urlsFor(t.ctx).public}${feedOf(creator.id)}</id>`)
})

test('a reader that knows the feed gets nothing again, until a work comes or is taken down', async () => {
  const [creator, admin] = [await buildMember(t), await buildAdmin(t)]
  const nft = await buildNft(t, { creator })
  t.clock.advance(60_000)
  await buildNft(t, { creator })
  const { headers } = await ask(feedOf(creator.id))
  const known = {
    tag: { 'if-none-match': headers.etag ?? '' },
    time: { 'if-modified-since': headers['last-modified'] ?? '' },
  }
  const statuses = async () =>
    Promise.all([known.tag, known.time].map(async (each) => (await ask(feedOf(creator.id), each)).statusCode))
  expect(await statuses()).toEqual([304, 304])
  t.clock.advance(60_000)
  const body = { taken_down: true, reason: 'A copy' }
  await t.call('PUT', `/api/admin/nfts/${nft.id}/`, { site: 'admin', token: admin.tokens.access, body })
  expect(await statuses()).toEqual([200, 200])
})

test('a member who is none, or has left, has no feed', async () => {
  const left = await buildMember(t)
  await t.ctx.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', left.id).execute()
  for (const id of ['1', t.ctx.random.id(), left.id]) {
    const { statusCode, headers } = await ask(feedOf(id))
    expect([statusCode, headers['content-type']]).toEqual([404, expect.stringContaining('application/json')])
  }
  expect((await ask(feedOf((await buildMember(t)).id))).payload).not.toContain('<entry>')
})

test('the description of the API names both feeds and what they are', async () => {
  const { paths } = (await t.call('GET', '/api/openapi.json')).body
  for (const path of ['/feed.xml', '/app/user/{userId}/feed.xml'])
    expect(Object.keys(paths[path].get.responses['200'].content)).toEqual(['application/atom+xml'])
})
