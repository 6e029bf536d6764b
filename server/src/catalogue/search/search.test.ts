import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { insertManyNfts } from '../../../test/insert-many-nfts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { openDatabase } from '../../db/client.ts'
import { LONG_STATEMENT_TIMEOUT_MS } from '../../db/open-pool.ts'
import type { DB } from '../../db/types.gen.ts'
import { searchByName } from './search.ts'

describe('GET /api/search/', () => {
  const t = useTestApp()
  let artist: Member
  beforeAll(async () => {
    artist = await buildMember(t)
    await t.ctx.db.updateTable('users').set({ display_name: 'Kasun Silva' }).where('id', '=', artist.id).execute()
    for (const name of ['Bloom', 'Bloom at Noon', 'Night Bloom', 'Tide and 100% Salt', 'Harbour'])
      await buildNft(t, { owner: artist, name, description: 'Nothing else' })
  })
  const search = async (q: string, rest = '') =>
    (await t.call('GET', `/api/search/?q=${encodeURIComponent(q)}${rest}`)).body.data
  const names = async (q: string): Promise<string[]> => (await search(q)).nfts.map(({ name }: { name: string }) => name)

  it('finds the same name first, then names that begin with the text, then those that have it in them', async () => {
    expect(await names('bloom')).toEqual(['Bloom', 'Bloom at Noon', 'Night Bloom'])
    expect((await names('BLOOM AT'))[0]).toBe('Bloom at Noon')
  })

  it.each([
    ['Nigth Blom', 'Night Bloom'],
    ['harbor', 'Harbour'],
    ['hrabour', 'Harbour'],
  ])('forgives the typo %j', async (typo, name) => expect((await names(typo))[0]).toBe(name))

  it('finds members by their public name, and categories', async () => {
    const byName = await search('kasun')
    expect(byName.users).toEqual([
      expect.objectContaining({ id: artist.id, display_name: 'Kasun Silva', last_name: null }),
    ])
    expect(JSON.stringify(byName)).not.toContain('example.test')
    expect((await search('kasum silva')).users[0].id).toBe(artist.id)
    expect((await search('photografy')).categories).toEqual([{ id: 2, name: 'Photography' }])
    expect((await search('3d')).categories).toEqual([{ id: 5, name: '3D' }])
  })

  it('says to a member whom of those it finds they follow, and to a visitor nothing of it', async () => {
    const reader = await buildMember(t)
    const found = async (token?: string) =>
      (await t.call('GET', '/api/search/?q=kasun', { ...(token && { token }) })).body.data.users[0].is_following
    expect(await found(reader.tokens.access)).toBe(false)
    await t.call('PUT', `/api/users/${artist.id}/follow/`, { token: reader.tokens.access })
    expect(await found(reader.tokens.access)).toBe(true)
    expect(await found()).toBe(undefined)
  })

  it('shows approved works only, and no member who has gone, is suspended or has not confirmed the address', async () => {
    await buildNft(t, { owner: artist, name: 'Harvest unseen', approved: false })
    await buildNft(t, { owner: artist, name: 'Harvest gone', isTakenDown: true })
    expect(await names('harvest')).not.toContain('Harvest unseen')
    expect(await names('harvest')).not.toContain('Harvest gone')
    for (const change of [{ status: 'SUSPENDED' }, { status: 'DELETED' }, { email_verified_at: null }] as const) {
      const member = await buildMember(t)
      const set = { display_name: 'Quixote', ...change }
      await t.ctx.db.updateTable('users').set(set).where('id', '=', member.id).execute()
    }
    expect((await search('quixote')).users).toEqual([])
  })

  it('gives at most ten of each, and nothing for nothing', async () => {
    for (let count = 0; count < 12; count++) await buildNft(t, { owner: artist, name: `Pebble ${count}` })
    expect((await search('pebble')).nfts).toHaveLength(6)
    expect((await search('pebble', '&limit=10')).nfts).toHaveLength(10)
    expect((await t.call('GET', '/api/search/?q=pebble&limit=11')).status).toBe(400)
    for (const path of ['/api/search/', '/api/search/?q=', '/api/search/?q=%20'])
      expect((await t.call('GET', path)).body.data).toEqual({ nfts: [], users: [], categories: [] })
  })

  it.each(['%', '_', '\\', "o'h", '(', '100%', '\u{1F600}', 'a', 'zz'])('takes %j as a text', async (text) => {
    const found = await search(text)
    if (text === '100%') expect(found.nfts[0].name).toBe('Tide and 100% Salt')
    if (text === '%' || text === '_') expect(found.nfts).toEqual([])
  })

  it('reads indexes, however many works there are', async () => {
    const owner = openDatabase(t.ownerUrl, t.ctx.log, {
      maxConnections: 1,
      statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS,
    })
    const pool = new pg.Pool({ connectionString: t.ownerUrl, max: 1 })
    onTestFinished(async () => {
      await owner.destroy()
      await pool.end()
    })
    const { id } = await buildNft(t, { owner: artist })
    const run = (text: string) => owner.executeQuery<object>(CompiledQuery.raw(text))
    await insertManyNfts(
      owner,
      `insert into nfts (id, chain, category_id, file_id, thumbnail_file_id, name, description, royalty_bps, created_by, owned_by, approval, mint_status, created_at, updated_at)
       select gen_random_uuid(), chain, 1, file_id, thumbnail_file_id, md5(n::text), '', 0, created_by, owned_by, 'APPROVED', 'SUCCESSED', created_at, created_at
       from nfts, generate_series(1, 20000) n where id = '${id}'`,
    )
    await run('set enable_seqscan = off')
    const queries: CompiledQuery[] = []
    const dialect = new PostgresDialect({ pool })
    const listening = new Kysely<DB>({ dialect, log: (event) => void queries.push(event.query) })
    const long = 'fa0b1c2d3e4f'.repeat(16)
    for (const text of ['Night Bloom', 'no', long]) await searchByName(listening, { text, limit: 10 }, null)
    const ranking = queries.filter(({ sql }) => sql.includes('having_part') && sql.includes('nfts'))
    expect(ranking).toHaveLength(3)
    const plans: string[] = []
    for (const { sql, parameters } of ranking) {
      const { rows } = await owner.executeQuery<object>(CompiledQuery.raw(`explain ${sql}`, [...parameters]))
      const plan = rows.map((row) => Object.values(row)[0]).join('\n')
      plans.push(plan)
      expect(plan).toContain('nfts_name')
      expect(plan).not.toContain('Seq Scan on nfts')
    }
    // A text longer than people type would ask the index for hundreds of sequences of letters.
    expect(plans.map((plan) => plan.includes('<%'))).toEqual([true, false, false])
  })
})
