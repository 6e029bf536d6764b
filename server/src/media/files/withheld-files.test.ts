import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildMember } from '../../../test/build-member.ts'
import { buildFile, buildNft, samplePng } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { openDatabase, type Tx } from '../../db/client.ts'
import type { App } from '../../http/app-type.ts'
import { buildMediaApp } from '../serving/media-app.ts'
import { getFile } from './queries.ts'
import { areWithheld } from './withheld-files.ts'

/** Works and files in bulk, each work with a file of its own. */
const manyNfts = (nftId: string) => `
  with made as (
    insert into files (id, owner_id, sha256, storage_key, mime, media_type, size_bytes, original_name, processed_at, created_at)
    select gen_random_uuid(), owner_id, md5(n::text), md5(n::text) || '.png', mime, media_type, 1, 'x', created_at, created_at
    from files, generate_series(1, 5000) n where files.id = (select file_id from nfts where id = '${nftId}')
    returning id
  )
  insert into nfts (id, chain, category_id, file_id, thumbnail_file_id, name, description, royalty_bps, created_by, approval, taken_down_at, created_at, updated_at)
  select gen_random_uuid(), chain, category_id, made.id, made.id, 'x', 'x', 0, created_by, 'APPROVED',
    case when random() < 0.01 then created_at end, created_at, created_at
  from nfts, made where nfts.id = '${nftId}'`

describe('the bytes of an NFT that was taken down', () => {
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
  }

  it('are served only to those who still see the NFT, until it is restored', async () => {
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
    t.clock.advance(30 * 60_000)
    expect(await statusOf(url)).toBe(410)

    await takeDown(nft.id, false)
    for (const address of addresses) expect(await statusOf(address)).toBe(200)
  })

  it('go with the texts of their file, which only its owner and an admin still read', async () => {
    const owner = await buildMember(t)
    const nft = await buildNft(t, { owner, creator: owner })
    const read = async (token?: string) => (await t.call('GET', `/api/files/${nft.file_id}/`, { token })).body.data
    const described = { name: expect.any(String), description: expect.any(String), ipfs_hash: expect.any(String) }
    const hidden = { name: null, description: null, ipfs_hash: null }
    expect(await read()).toMatchObject(described)
    await takeDown(nft.id)
    expect(await read()).toMatchObject(hidden)
    expect(await read((await buildMember(t)).tokens.access)).toMatchObject(hidden)
    expect(await read(owner.tokens.access)).toMatchObject(described)
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

  it('stay away when the same bytes are minted again, until that work is approved', async () => {
    const [creator, admin] = [await buildMember(t), await buildAdmin(t)]
    const first = await buildNft(t, { creator })
    const { storage_key: key, cid } = await getFile(t.ctx.db, first.file_id)
    const body = { taken_down: true, reason: 'Copied' }
    await t.call('PUT', `/api/admin/nfts/${first.id}/`, { site: 'admin', token: admin.tokens.access, body })
    const bytes = await buffer((await t.ctx.storage.get(key))?.body as Readable)
    const again = await buildNft(t, { creator, approved: false })
    const file = await buildFile(t, { ownerId: creator.id, bytes })
    await t.ctx.db.updateTable('nfts').set({ thumbnail_file_id: file.id }).where('id', '=', again.id).execute()
    for (const address of [`/files/${key}`, `/ipfs/${cid}`]) expect(await statusOf(address)).toBe(410)

    const seenBy = async (viewer?: { tokens: { access: string } }) =>
      (await t.call('GET', `/api/nfts/${again.id}/`, { ...(viewer && { token: viewer.tokens.access }) })).body.data
    expect(await statusOf((await seenBy()).thumbnail_url)).toBe(410)
    for (const viewer of [creator, admin]) expect(await statusOf((await seenBy(viewer)).thumbnail_url)).toBe(200)
    const queue = await t.call('GET', '/api/admin/moderation/', { site: 'admin', token: admin.tokens.access })
    const item = queue.body.data.find(({ nft }: { nft: { id: string } }) => nft.id === again.id)
    expect(await statusOf(item.nft.thumbnail_url)).toBe(200)

    await t.ctx.db.updateTable('nfts').set({ approval: 'APPROVED' }).where('id', '=', again.id).execute()
    for (const address of [`/files/${key}`, `/ipfs/${cid}`]) expect(await statusOf(address)).toBe(200)
    expect((await seenBy()).thumbnail_url).not.toContain('?')
  })

  it('are looked for by indexes alone, among however many works', async () => {
    const nft = await buildNft(t)
    const { storage_key: key } = await getFile(t.ctx.db, nft.file_id)
    const owner = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1 })
    await owner.executeQuery(CompiledQuery.raw(manyNfts(nft.id)))
    await owner.executeQuery(CompiledQuery.raw('analyze nfts'))
    await owner.executeQuery(CompiledQuery.raw('analyze files'))
    await owner.destroy()
    await takeDown(nft.id)
    await t.ctx.db.transaction().execute(async (tx) => {
      const before = await readsSoFar(tx)
      expect(await areWithheld(tx, key)).toBe(true)
      const after = await readsSoFar(tx)
      expect(after.scans - before.scans).toBe(0)
      expect(after.rows - before.rows).toBeLessThan(60)
    })
  })
})

/** What this connection has read, also in transactions before: whole tables, and rows by an index. */
async function readsSoFar(tx: Tx): Promise<{ scans: number; rows: number }> {
  const { rows } = await sql<{ scans: number; rows: number }>`
    select sum(seq_scan)::int as scans, sum(idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
    where relname in ('nfts', 'files', 'file_variants')`.execute(tx)
  return rows[0] as { scans: number; rows: number }
}
