import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildNft, samplePng } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { App } from '../../http/app-type.ts'
import { buildMediaApp } from '../../media-app.ts'
import { getFile } from './queries.ts'

describe('the bytes of a work that was taken down', () => {
  const t = useTestApp()
  let media: App
  beforeAll(async () => {
    media = await buildMediaApp(t.ctx)
  })
  afterAll(() => media.close())
  const statusOf = async (url: string) => (await media.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })).statusCode
  const takeDown = async (id: string, isDown = true) => {
    const taken_down_at = isDown ? t.clock.now() : null
    await t.ctx.db.updateTable('nfts').set({ taken_down_at }).where('id', '=', id).execute()
    t.clock.advance(6_000)
  }

  it('are given to nobody but those who still see the work, until it is shown again', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner })
    const file = await getFile(t.ctx.db, nft.file_id)
    const addresses = [`/files/${file.storage_key}`, `/ipfs/${file.cid}`, `/ipfs/${nft.metadata_cid}`]
    for (const address of addresses) expect(await statusOf(address)).toBe(200)
    await takeDown(nft.id)
    for (const address of addresses) expect(await statusOf(address)).toBe(410)
    expect(await statusOf(`/files/${file.storage_key}?pass=guessed`)).toBe(410)
    const refused = await media.inject(`/ipfs/${nft.metadata_cid}`)
    expect(refused.body).toBe('This work was taken down.\n')
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })

    const seen = await t.call('GET', `/api/nfts/${nft.id}/`, { token: owner.tokens.access })
    const { file_url: url } = seen.body.data
    expect(await statusOf(url)).toBe(200)
    expect((await media.inject({ url: new URL(url).pathname + new URL(url).search })).headers['cache-control']).toBe(
      'private, no-store',
    )
    t.clock.advance(2 * 86_400_000)
    expect(await statusOf(url)).toBe(410)

    await takeDown(nft.id, false)
    for (const address of addresses) expect(await statusOf(address)).toBe(200)
  })

  it('stay where they belong to another work too, and copies go with their picture', async () => {
    const [first, second] = [await buildNft(t), await buildNft(t)]
    await t.ctx.db.updateTable('nfts').set({ file_id: first.file_id }).where('id', '=', second.id).execute()
    const shared = (await getFile(t.ctx.db, first.file_id)).storage_key
    const copy = `${'c'.repeat(64)}.webp`
    await t.ctx.storage.put(copy, await samplePng(), { mime: 'image/webp' })
    const size = { width: 1, height: 1, size_bytes: 1 }
    await t.ctx.db
      .insertInto('file_variants')
      .values({ file_id: first.file_id, name: 'card', storage_key: copy, mime: 'image/webp', ...size })
      .execute()
    await takeDown(first.id)
    for (const key of [shared, copy]) expect(await statusOf(`/files/${key}`)).toBe(200)
    await takeDown(second.id)
    for (const key of [shared, copy]) expect(await statusOf(`/files/${key}`)).toBe(410)
  })
})
