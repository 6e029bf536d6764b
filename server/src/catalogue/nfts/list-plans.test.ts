import type { NftListQuery } from '@verso/protocol/nfts'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { type Db, openDatabase } from '../../db/client.ts'
import type { DB } from '../../db/types.gen.ts'
import { encodeCursor } from '../../http/page.ts'
import { listNfts } from './list-nfts.ts'

const BULK = 20_000
const NO_ID = '019a0000-0000-7000-8000-000000000000'

/** Public lists must stay fast at any length: each reads an index in the order of its sort. */
describe('hot lists', () => {
  const t = useTestApp()
  let owner: Db
  let pool: pg.Pool
  let dialect: PostgresDialect
  beforeAll(async () => {
    owner = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1 })
    pool = new pg.Pool({ connectionString: t.ownerUrl, max: 1 })
    dialect = new PostgresDialect({ pool })
    const { id } = await buildNft(t, { owner: await buildMember(t) })
    await owner.executeQuery(
      CompiledQuery.raw(
        `insert into nfts (id, chain, category_id, file_id, thumbnail_file_id, name, description, royalty_bps, created_by, owned_by, approval, mint_status, active_price_cents, last_sale_cents, created_at, updated_at)
         select gen_random_uuid(), chain, 1 + n % 8, file_id, thumbnail_file_id, 'Work ' || n, md5(n::text), 0, created_by, owned_by, 'APPROVED', 'SUCCESSED',
           case when n % 2 = 0 then 108 + n end, case when n % 3 = 0 then 108 + n end, created_at, created_at + n * interval '1 second'
         from nfts, generate_series(1, ${BULK}) n where id = '${id}'`,
      ),
    )
    await owner.executeQuery(CompiledQuery.raw('analyze nfts'))
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

  const cursorOf = (key: number, sort: string) => encodeCursor({ key: String(key), id: NO_ID, sort })
  const now = () => t.ctx.clock.now().getTime() * 1_000
  const cases: [string, Partial<NftListQuery>][] = [
    ['Marketplace by date', { listed: true, approved: true, sort: '-updated_at' }],
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
    ['a search', { listed: true, approved: true, sort: '-updated_at', search: 'Work 12345' }],
  ]
  it.each(cases)('%s reads an index, on every page', async (_name, query) => {
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
      }
    }
  })
})

/** What finds the page's rows; the total beside it counts up to its limit, however it does. */
function planOfPage(lines: string[]): string {
  const start = lines.findIndex((line) => line.trim() === 'CTE page')
  const length = lines.slice(start + 1).findIndex((line) => /^ {2}\S/.test(line))
  expect([start, length]).not.toContain(-1)
  return lines.slice(start, start + 1 + length).join('\n')
}
