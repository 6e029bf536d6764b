import { EVENT_SCHEMAS } from '@verso/protocol/events'
import { addressOf } from '@verso/protocol/pages/pages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildFile, buildNft, multipartBody, samplePng } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import type { App } from '../../http/app-type.ts'
import { buildMediaApp } from './media-app.ts'
import { findShareCard } from '../../catalogue/share-cards/find-share-card.ts'
import { keepPinned, pinSweep } from '../pinning/keep-pinned.ts'

describe('the same bytes in NFTs of several members', () => {
  const t = useTestApp()
  let media: App
  let admin: Member
  beforeAll(async () => {
    media = await buildMediaApp(t.ctx)
    admin = await buildAdmin(t)
  })
  afterAll(() => media.close())

  let colors = 0
  const newBytes = () => samplePng(`rgb(7, ${++colors}, 200)`)
  const mint = async (bytes: Buffer, options: { creator?: Member; approved?: boolean } = {}) => {
    const creator = options.creator ?? (await buildMember(t))
    const nft = await buildNft(t, { creator, approved: options.approved ?? true })
    const file = await buildFile(t, { ownerId: creator.id, bytes })
    await t.ctx.db
      .updateTable('nfts')
      .set({ file_id: file.id, thumbnail_file_id: file.id })
      .where('id', '=', nft.id)
      .execute()
    return { id: nft.id, fileId: file.id, creator, key: file.storage_key, cid: file.cid }
  }
  type Minted = Awaited<ReturnType<typeof mint>>
  const decide = async (minted: Minted, body: object, end = '') => {
    const as = { site: 'admin', token: admin.tokens.access } as const
    return t.call('PUT', `/api/admin/nfts/${minted.id}/${end}`, { ...as, body })
  }
  const takeDown = (minted: Minted) => decide(minted, { taken_down: true, reason: 'Copied' })
  const statusOf = async (url: string) => (await media.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })).statusCode
  const isServed = async ({ key, cid }: Minted) => [await statusOf(`/files/${key}`), await statusOf(`/ipfs/${cid}`)]
  const read = async (minted: Minted, viewer?: Member) =>
    (await t.call('GET', `/api/nfts/${minted.id}/`, { ...(viewer && { token: viewer.tokens.access }) })).body.data
  /** Every address the API gives of an NFT's files, as its viewers get them. */
  const addressesOf = async (minted: Minted, viewer?: Member): Promise<string[]> => {
    const nft = await read(minted, viewer)
    const token = viewer && { token: viewer.tokens.access }
    const { data: file } = (await t.call('GET', `/api/files/${minted.fileId}/`, { ...token })).body
    return [nft.file_url, nft.thumbnail_url, nft.card_url, nft.page_url, nft.page_small_url, file.url]
  }

  it('are withheld from the copy that is taken down, and still shown of the older original', async () => {
    const bytes = await newBytes()
    const original = await mint(bytes)
    t.clock.advance(1_000)
    const copy = await mint(bytes)
    const [url] = await addressesOf(original)
    await takeDown(copy)
    expect(await isServed(original)).toEqual([200, 200])
    expect(new Set(await addressesOf(original))).toEqual(new Set([url]))
    expect(
      await findShareCard(t.ctx, addressOf('nft', { nftId: original.id }), { public: 'https://a', media: 'https://m' }),
    ).toMatchObject({
      image: `https://m/files/${original.key}`,
    })
    const { data: file } = (await t.call('GET', `/api/files/${copy.fileId}/`)).body
    expect(file.url).not.toBe(url)
    expect(await statusOf(file.url)).toBe(410)
    for (const address of await addressesOf(copy, copy.creator)) expect(address).not.toBe(url)
  })

  it('are told to a CDN by the paths that were served until then, in the event of the takedown', async () => {
    const minted = await mint(await newBytes())
    // Uploaded, it gets its copies.
    const { payload, headers } = multipartBody({ bytes: await newBytes() })
    const { tokens } = minted.creator
    const { body } = await t.call('POST', '/api/files/', { token: tokens.access, body: payload, headers })
    const file_id: string = body.data.id
    await t.ctx.db.updateTable('nfts').set({ file_id }).where('id', '=', minted.id).execute()
    await t.runJobs()
    const variants = t.ctx.db.selectFrom('file_variants').select('storage_key').where('file_id', '=', file_id)
    const keys = [minted.key, ...(await variants.execute()).map(({ storage_key }) => storage_key)]
    expect(keys.length).toBeGreaterThan(1)
    const paths = [...keys.map((key) => `/files/${key}`), `/ipfs/${minted.cid}`]
    for (const path of paths) expect(await statusOf(path)).toBe(200)
    await takeDown(minted)
    const events = t.ctx.db.selectFrom('events').select('data').where('type', '=', 'nft.taken_down')
    const { data } = await events.where(sql`data ->> 'nft_id'`, '=', minted.id).executeTakeFirstOrThrow()
    const told = (data as { paths: string[] }).paths
    expect(told).toEqual(expect.arrayContaining(paths))
    for (const path of told) expect(await statusOf(path)).toBe(410)
    expect(EVENT_SCHEMAS['nft.taken_down'].parse(data).paths).toEqual(told)
  })

  it('stay where the original waits for its approval or is in no work yet', async () => {
    const bytes = await newBytes()
    const waiting = await mint(bytes, { approved: false })
    const copy = await mint(bytes)
    await takeDown(copy)
    expect(await isServed(waiting)).toEqual([200, 200])
    expect(await statusOf((await read(waiting)).file_url)).toBe(200)
  })

  it('do not come back by being minted again, nor by a file kept in store; an approval shows one work alone', async () => {
    const bytes = await newBytes()
    const copier = await buildMember(t)
    const first = await mint(bytes, { creator: copier })
    const kept = await buildFile(t, { ownerId: copier.id, bytes })
    await takeDown(first)
    expect(await isServed(first)).toEqual([410, 410])
    const again = await mint(bytes, { creator: copier, approved: false })
    const stored = { ...(await mint(bytes, { creator: copier, approved: false })), fileId: kept.id }
    await t.ctx.db
      .updateTable('nfts')
      .set({ file_id: kept.id, thumbnail_file_id: kept.id })
      .where('id', '=', stored.id)
      .execute()
    const other = await mint(bytes, { approved: false })
    expect(await isServed(first)).toEqual([410, 410])
    for (const minted of [again, stored, other]) expect(await statusOf((await read(minted)).thumbnail_url)).toBe(410)

    await decide(other, { approved: true })
    expect(await isServed(other)).toEqual([200, 200])
    expect(await statusOf((await read(other)).thumbnail_url)).toBe(200)
    for (const minted of [again, stored])
      for (const address of await addressesOf(minted)) expect(await statusOf(address)).toBe(410)
  })

  it('are withheld from the avatar that brings them back', async () => {
    const bytes = await newBytes()
    const minted = await mint(bytes)
    await takeDown(minted)
    const { tokens } = await buildMember(t)
    const { payload, headers } = multipartBody({ bytes })
    const { body } = await t.call('POST', '/api/files/', { token: tokens.access, body: payload, headers })
    expect(await isServed(minted)).toEqual([410, 410])
    await t.call('PUT', '/api/users/me/', { token: tokens.access, body: { avatar: body.data.id } })
    expect((await t.call('GET', `/api/files/${body.data.id}/`)).body.data.url).toMatch(/\/files\/withheld$/)
  })

  it('are blocked everywhere by one decision, and nowhere shown again before it is taken back', async () => {
    const bytes = await newBytes()
    const [original, copy, waiting] = [await mint(bytes), await mint(bytes), await mint(bytes, { approved: false })]
    expect((await decide(copy, { blocked: true }, 'bytes/')).body.errors).toEqual([{ reason: ['Required'] }])
    const block = () => decide(copy, { blocked: true, reason: 'Illegal' }, 'bytes/')
    expect((await block()).body.data).toEqual({ blocked: true, taken_down: 3 })
    expect((await block()).body.data).toEqual({ blocked: true, taken_down: 0 })
    expect(await isServed(original)).toEqual([410, 410])
    for (const minted of [original, copy, waiting])
      expect(await read(minted, minted.creator)).toMatchObject({ taken_down: true })
    const later = await mint(bytes, { approved: false })
    expect((await decide(later, { approved: true })).status).toBe(409)
    expect((await decide(original, { taken_down: false })).status).toBe(409)
    const found = await t.call('GET', `/api/admin/nfts/?search=${original.id}`, {
      site: 'admin',
      token: admin.tokens.access,
    })
    expect(found.body.data).toMatchObject([{ bytes_blocked: true, decision_reason: 'Illegal' }])

    expect((await decide(copy, { blocked: false }, 'bytes/')).status).toBe(200)
    expect(await isServed(original)).toEqual([410, 410])
    await decide(original, { taken_down: false })
    await decide(original, { approved: true })
    expect(await isServed(original)).toEqual([200, 200])
    await t.runJobs()
    const audit = t.ctx.db.selectFrom('audit_log').select('action').where('subject_id', '=', copy.id)
    expect((await audit.orderBy('created_at').execute()).map(({ action }) => action)).toEqual([
      'bytes.blocked',
      'nft.taken_down',
      'bytes.unblocked',
    ])
  })

  it('are unblocked at any work that has them, also as its thumbnail', async () => {
    const picture = await mint(await newBytes())
    const song = await mint(await newBytes())
    await t.ctx.db.updateTable('nfts').set({ thumbnail_file_id: picture.fileId }).where('id', '=', song.id).execute()
    expect((await decide(picture, { blocked: true, reason: 'Illegal' }, 'bytes/')).body.data.taken_down).toBe(2)
    const find = async () =>
      (await t.call('GET', `/api/admin/nfts/?search=${song.id}`, { site: 'admin', token: admin.tokens.access })).body
    expect((await find()).data).toMatchObject([{ bytes_blocked: true }])
    await decide(song, { blocked: false }, 'bytes/')
    expect((await find()).data).toMatchObject([{ bytes_blocked: false }])
    expect((await decide(song, { taken_down: false })).status).toBe(200)
  })

  it('are served by no process, by no route, from the moment their block is committed', async () => {
    const other = await buildMediaApp({ ...t.ctx })
    const minted = await mint(await newBytes())
    const ask = async (url: string) => {
      const ways = [{}, { headers: { 'if-none-match': `"${minted.key.slice(0, 64)}"` } }, { method: 'HEAD' as const }]
      const asked = [media, other].flatMap((app) => ways.map((way) => app.inject({ url, ...way })))
      return Promise.all(asked)
    }
    const urls = [`/files/${minted.key}`, `/ipfs/${minted.cid}`]
    for (const url of urls) for (const { statusCode } of await ask(url)) expect([200, 304]).toContain(statusCode)
    await decide(minted, { blocked: true, reason: 'Illegal' }, 'bytes/')
    for (const url of urls)
      for (const answer of await ask(url)) {
        expect(answer.statusCode).toBe(410)
        expect(answer.headers['cache-control']).toBe('no-store')
      }
    await other.close()
  })

  it('are not served while blocked, although a failed upload has stored them again', async () => {
    const bytes = await newBytes()
    const minted = await mint(bytes)
    await decide(minted, { blocked: true, reason: 'Illegal' }, 'bytes/')
    const key = minted.key.replace(/png$/, 'jpg')
    await t.ctx.storage.put(key, bytes, { mime: 'image/jpeg' })
    expect(await statusOf(`/files/${key}`)).toBe(410)
  })

  it('are pinned nowhere while blocked', async () => {
    const minted = await mint(await newBytes())
    await decide(minted, { blocked: true, reason: 'Illegal' }, 'bytes/')
    const kept: string[] = []
    const pin: Context['pinner']['pin'] = async (cid, open) => {
      await open()
      kept.push(cid)
      return cid
    }
    const ctx = { ...t.ctx, pinner: { ...t.ctx.pinner, name: 'kubo' as const, pin } }
    await inTransaction(t.ctx.db, (tx) => keepPinned(t.ctx, tx, [minted.cid]))
    await pinSweep.run(ctx)
    expect(kept).not.toContain(minted.cid)
    await decide(minted, { blocked: false }, 'bytes/')
    t.clock.advance(60_000)
    await pinSweep.run(ctx)
    expect(kept).toContain(minted.cid)
  })
})
