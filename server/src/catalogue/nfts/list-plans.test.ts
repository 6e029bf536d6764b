import type { NftListQuery } from '@verso/protocol/nfts'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { insertManyNfts } from '../../../test/insert-many-nfts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { type Db, openDatabase } from '../../db/client.ts'
import { LONG_STATEMENT_TIMEOUT_MS } from '../../db/open-pool.ts'
import type { DB } from '../../db/types.gen.ts'
import { encodeCursor } from '../../http/page.ts'
import { listNfts } from './list-nfts.ts'

/** `npm run torture` checks the plans among ten times as many. */
const BULK = process.env.TORTURE_ROUNDS === undefined ? 20_000 : 200_000
const CREATORS = BULK / 10
const NO_ID = '019a0000-0000-7000-8000-000000000000'

/** Public lists must stay fast at any length: each reads an index in the order of its sort. */
describe('hot lists', () => {
  const t = useTestApp()
  let owner: Db
  let pool: pg.Pool
  let dialect: PostgresDialect
  beforeAll(async () => {
    owner = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1, statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS })
    pool = new pg.Pool({ connectionString: t.ownerUrl, max: 1 })
    dialect = new PostgresDialect({ pool })
    const { id } = await buildNft(t, { owner: await buildMember(t) })
    await owner.executeQuery(
      CompiledQuery.raw(
        `insert into users (id, email, created_at, updated_at)
         select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@bulk.test', now(), now() from generate_series(1, ${CREATORS}) n`,
      ),
    )
    await insertManyNfts(
      owner,
      `insert into nfts (id, chain, category_id, file_id, thumbnail_file_id, name, description, royalty_bps, created_by, owned_by, approval, mint_status, active_price_cents, last_sale_cents, created_at, updated_at)
         select gen_random_uuid(), chain, 1 + n % 8, file_id, thumbnail_file_id, case when n <= ${BULK / 10} then 'Early work ' else 'Work ' end || n, md5(n::text), 0, ('00000000-0000-7000-8000-' || lpad((1 + n % ${CREATORS})::text, 12, '0'))::uuid, owned_by, 'APPROVED', 'SUCCESSED',
           case when n % 2 = 0 then 108 + n end, case when n % 3 = 0 then 108 + n end, created_at, created_at + n * interval '1 second'
         from nfts, generate_series(1, ${BULK}) n where id = '${id}'`,
    )
  })
  afterAll(async () => {
    await owner.destroy()
    await pool.end()
  })

  it('counts no further than 1,000, and says so', async () => {
    const metaOf = async (query: string) => (await t.call('GET', `/api/nfts/?limit=1&${query}`)).body.meta
    expect(await metaOf('')).toMatchObject({ total: 1_000, total_capped: true })
    expect(await metaOf('min_price=1.09&max_price=21.07')).toMatchObject({ total: 1_000, total_capped: true })
    expect(await metaOf('min_price=1.09&max_price=11.08&listed=true')).toEqual({
      next_cursor: expect.any(String),
      total: 500,
    })
  })

  it('finds a common text where the sort has it last, and counts all of it', async () => {
    const search = (query: string) => t.call('GET', `/api/nfts/?limit=3&search=${query}`)
    const { data, meta } = (await search('early%20work')).body
    expect(data.map(({ name }: { name: string }) => name)).toEqual(
      [0, 1, 2].map((back) => `Early work ${BULK / 10 - back}`),
    )
    expect(meta).toMatchObject({ total: 1_000, total_capped: true })
    const next = (await search(`early%20work&cursor=${meta.next_cursor}`)).body
    expect(next.data[0].name).toBe(`Early work ${BULK / 10 - 3}`)
    expect((await search('early%20work%2012')).body.meta.total).toBe(BULK === 20_000 ? 111 : 1_000)
  })

  const cursorOf = (key: number, sort: string) => encodeCursor({ key: String(key), id: NO_ID, sort })
  const now = () => t.ctx.clock.now().getTime() * 1_000
  const cases: [string, Partial<NftListQuery>][] = [
    ['Marketplace by date', { listed: true, approved: true, sort: '-updated_at' }],
    ['Marketplace of a category, by date', { listed: true, approved: true, category: 3, sort: '-updated_at' }],
    ['Marketplace by price, cheap first', { listed: true, approved: true, sort: 'price' }],
    ['Marketplace by price, dear first', { listed: true, approved: true, sort: '-price' }],
    ['Gallery by date', { listed: false, approved: true, sort: '-updated_at' }],
    ['Gallery by price, cheap first', { listed: false, approved: true, sort: 'price' }],
    ['Gallery by price, dear first', { listed: false, approved: true, sort: '-price' }],
    [
      'Gallery by date, of some prices',
      { listed: false, approved: true, sort: '-updated_at', min_price: 500, max_price: 600 },
    ],
    ['what a member has sold', { sold_by: NO_ID, sort: '-updated_at' }],
    ['what a member holds outside', { withdrawn_by: NO_ID, sort: '-updated_at' }],
    ['Marketplace and Gallery by price, cheap first', { approved: true, sort: 'price' }],
    ['Marketplace and Gallery by price, dear first', { sort: '-price' }],
    ['what is held outside', { custody: 'OUTSIDE', sort: '-updated_at' }],
    ['a search for a rare text', { listed: true, approved: true, sort: '-updated_at', search: 'Work 12345' }],
    ['a search for what is nowhere', { listed: true, approved: true, sort: '-updated_at', search: 'xyzzy' }],
    ['a search for two words', { listed: true, approved: true, sort: 'price', search: 'early work 1234' }],
    ['a search for two rare letters', { listed: true, approved: true, sort: '-price', search: 'zq' }],
    [
      'a search for two letters that are not Latin',
      { listed: false, approved: true, sort: '-updated_at', search: '東京' },
    ],
    ['a search for a common word', { listed: true, approved: true, sort: '-updated_at', search: 'work' }],
    [
      'a search for a common word of a category',
      { listed: true, approved: true, category: 3, sort: '-updated_at', search: 'work' },
    ],
    ['a search for a common word by price', { listed: true, approved: true, sort: 'price', search: 'work' }],
    ['a search for two common letters', { listed: false, approved: true, sort: '-updated_at', search: 'rk' }],
  ]
  it.each(cases)('%s reads an index, on every page', async (name, query) => {
    const cursor =
      query.sort === '-updated_at'
        ? cursorOf(now() + 5_000_000_000, 'time desc')
        : cursorOf(5_000, query.sort === 'price' ? 'price asc' : 'price desc')
    for (const page of [{}, { cursor }]) {
      const queries: CompiledQuery[] = []
      const listening = new Kysely<DB>({ dialect, log: (event) => void queries.push(event.query) })
      await listNfts(listening, { sort: '-updated_at', limit: 24, ...query, ...page } as NftListQuery, { viewer: null })
      const pageQueries = queries.filter(({ sql }) => sql.includes('sort_key'))
      expect(pageQueries).toHaveLength(1)
      for (const { sql, parameters } of pageQueries) {
        const { rows } = await owner.executeQuery<object>(CompiledQuery.raw(`explain ${sql}`, [...parameters]))
        const plan = planOfPage(rows.map((row) => String(Object.values(row)[0])))
        expect(plan).toMatch(/Index Scan|Index Only Scan|Bitmap Index Scan/)
        expect(plan).not.toContain('Seq Scan on nfts')
        // What is rare is sorted. All else comes in the order of its index.
        if (/common|by date$|by price/.test(name)) expect(plan).not.toMatch(/^.*Sort Key(?!.*page)/m)
      }
    }
  })
})

/** What finds the page's rows, those of a rare text first; the total beside it counts up to its limit, however it does. */
function planOfPage(lines: string[]): string {
  const page = planOf('page', lines)
  return page.includes('CTE Scan on texts') ? `${planOf('texts', lines)}\n${page}` : page
}

function planOf(table: string, lines: string[]): string {
  const start = lines.findIndex((line) => line.trim() === `CTE ${table}`)
  const length = lines.slice(start + 1).findIndex((line) => /^ {2}\S/.test(line))
  expect([start, length]).not.toContain(-1)
  return lines.slice(start, start + 1 + length).join('\n')
}
