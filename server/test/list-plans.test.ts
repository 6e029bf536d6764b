import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fill } from '../../bench/million/seeded-database.ts'
import { type Db, inTransaction, openDatabase } from '../src/db/client.ts'
import { LONG_STATEMENT_TIMEOUT_MS, openPool } from '../src/db/open-pool.ts'
import type { DB } from '../src/db/types.gen.ts'
import { openSession } from '../src/identity/sessions/open-session.ts'
import { useTestApp } from './test-app.ts'

/** `npm run torture` checks the plans among 200,000. */
const NFTS = process.env.TORTURE_ROUNDS === undefined ? 15_000 : 200_000
/** Profiles and the works of creators are counted so far, and a list may pass over what its filters leave out. */
const MOST_READ = 10_000
/** The longest page that may be asked for, and the row after it: a sort keeps no more, however many rows come to it. */
const PAGE_SORTED = 101
/** The search everywhere ranks so many of each way to match (docs/decisions/0261). */
const RANKED = 500

const BEST = '/api/nfts/?approved=true'
const LISTS: Record<'marketplace' | 'admin', string[]> = {
  marketplace: [
    ...['true', 'false'].flatMap((listed) =>
      [
        '',
        '&sort=updated_at',
        '&sort=price',
        '&sort=-price',
        '&category=3',
        '&category=3&sort=price',
        '&chain=SOL',
        '&chain=SOL&sort=-price',
      ].map((rest) => `${BEST}&listed=${listed}${rest}`),
    ),
    `${BEST}&listed=true&chain=ETH`,
    `${BEST}&listed=true&chain=ETH&sort=price`,
    `${BEST}&listed=false&chain=ETH`,
    `${BEST}&listed=false&min_price=5&max_price=6`,
    `${BEST}&sort=price`,
    '/api/nfts/?sort=-price',
    `${BEST}&listed=true&chain=POLYGON`,
    `${BEST}&listed=true&chain=POLYGON&sort=price`,
    '/api/nfts/?custody=OUTSIDE',
    ...['created_by', 'owned_by'].flatMap((tab) =>
      ['', '&sort=updated_at'].map((sort) => `/api/nfts/?${tab}=:me${sort}`),
    ),
    ...['sold_by', 'withdrawn_by'].map((tab) => `/api/nfts/?${tab}=:me`),
    ...['winter', 'ri', 'winter&category=3', 'winter&sort=price'].map((text) => `${BEST}&listed=true&search=${text}`),
    ...['amber atlas', 'lantern', 'xyzzy', 'zq', '東京', 'amara'].map(
      (text) => `${BEST}&listed=true&search=${encodeURIComponent(text)}`,
    ),
    ...['winter', 'velvt rivr', 'amara'].map((text) => `/api/search/?q=${encodeURIComponent(text)}`),
    '/api/featured/',
    '/feed.xml',
    '/app/user/:me/feed.xml',
    '/api/users/:me/',
    '/api/nfts/:nft/',
    '/api/nfts/:nft/activity-logs/',
    '/api/users/me/favourites/',
    '/api/users/me/wishlist/',
    '/api/users/me/security-events/',
    '/api/payments/',
    '/api/payments/?kind=PURCHASE',
    '/api/payouts/',
    '/api/notifications/',
    '/api/notifications/?unread=true',
  ],
  admin: [
    '/api/users/',
    '/api/users/?sort=email',
    '/api/users/?search=amara',
    '/api/admin/nfts/',
    '/api/admin/nfts/?taken_down=true',
    '/api/admin/nfts/?search=winter',
    '/api/admin/moderation/',
    '/api/admin/payments/?shown=all',
    '/api/admin/payments/?shown=all&status=NEEDS_REVIEW',
    '/api/admin/payments/?shown=all&kind=TOPUP',
    '/api/admin/payments/?shown=all&to=:longAgo',
    '/api/admin/payments/',
    '/api/admin/payments/search/?q=:nft',
    '/api/admin/payouts/?status=open&limit=5',
    '/api/admin/payouts/?status=all',
    '/api/admin/audit/',
    '/api/admin/audit/?kind=security',
    ...['payout.paid', ':me', ':me&kind=security'].map((text) => `/api/admin/audit/?search=${text}`),
    '/api/admin/jobs/',
    '/api/admin/webhooks/:webhook/deliveries/',
    '/api/admin/webhooks/:webhook/deliveries/?status=failed',
    '/api/notifications/?area=operators',
  ],
}

/** What PostgreSQL did for a statement, of which a list may read no more at any length. */
type Node = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Sort Key'?: string[]
  'Sort Method'?: string
  Filter?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

describe('hot lists', () => {
  const t = useTestApp()
  const asked: CompiledQuery[] = []
  const rows: Record<string, string> = {}
  let owner: Db
  let token: string
  beforeAll(async () => {
    owner = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1, statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS })
    await fill(owner, { nfts: NFTS, users: NFTS / 4, ofOneMember: Math.min(MOST_READ / 2, NFTS / 4) })
    const idOf = async (table: 'users' | 'nfts' | 'webhooks') =>
      (await owner.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
    const me = await idOf('users')
    const longAgo = new Date(Date.now() - 365 * 24 * 3_600_000).toISOString().slice(0, 10)
    Object.assign(rows, { me, longAgo, nft: await idOf('nfts'), webhook: await idOf('webhooks') })
    await owner.updateTable('users').set({ is_admin: true }).where('id', '=', me).execute()
    const device = { userAgent: 'test', address: '127.0.0.1' }
    const session = await inTransaction(t.ctx.db, (tx) => openSession(t.ctx, tx, { userId: me, kind: 'FULL', device }))
    token = session.tokens.access
    const pool = openPool(t.ctx.config.database.url, t.ctx.log, { max: 2 })
    t.ctx.db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  })
  afterAll(() => owner.destroy())

  const cases = (['marketplace', 'admin'] as const).flatMap((site) => LISTS[site].map((list) => [site, list] as const))
  it.each(cases)('%s: %s reads no further than a page and its total', async (site, list) => {
    const path = list.replace(/:(\w+)/g, (_all, name: string) => rows[name] ?? '')
    const ids: unknown[] = []
    let next = ''
    for (let page = 0; page < 2; page++) {
      asked.length = 0
      const answer = await t.call('GET', path + next, { site, token })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(asked).not.toEqual([])
      expect(await findFaults([...asked], path.startsWith('/api/search/') ? RANKED : PAGE_SORTED)).toEqual([])
      const { data } = answer.body
      if (Array.isArray(data)) ids.push(...data.flatMap(({ id }: { id?: string }) => id ?? []))
      const cursor = answer.body.meta?.next_cursor
      if (!cursor) break
      next = `${path.includes('?') ? '&' : '?'}cursor=${cursor}`
    }
    expect(new Set(ids).size).toBe(ids.length)
  })

  /** Runs the statements again, as they were planned, and says what of them reads or sorts too much. */
  async function findFaults(queries: CompiledQuery[], mostSorted: number): Promise<string[]> {
    const faults: string[] = []
    await owner.transaction().execute(async (tx) => {
      for (const { sql, parameters } of queries) {
        if (sql.includes('set_config')) await tx.executeQuery(CompiledQuery.raw(sql, [...parameters]))
        if (!/^\s*(select|with)/.test(sql) || sql.includes('set_config')) continue
        const explain = CompiledQuery.raw(`explain (analyze, timing off, format json) ${sql}`, [...parameters])
        const { rows: plans } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(explain)
        const all = nodesOf(plans[0]?.['QUERY PLAN'][0].Plan as Node)
        const bad = all.filter((node) => readsTooMuch(node) || sortsMore(node, mostSorted))
        faults.push(...bad.map(describeNode))
      }
    })
    return faults
  }
})

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const readIn = (node: Node) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

/** What an index of texts passes over is no row: those are read by the node above it (docs/decisions/0261). */
const readsTooMuch = (node: Node): boolean =>
  node['Node Type'].endsWith('Scan') && node['Node Type'] !== 'Bitmap Index Scan' && readIn(node) > MOST_READ

/** Part by part it may sort what an index nearly has in order. */
const sortsMore = (node: Node, most: number): boolean =>
  node['Node Type'] === 'Sort' && node['Sort Method'] !== 'top-N heapsort' && node['Actual Rows'] > most

const describeNode = (node: Node) =>
  `${node['Node Type']} of ${node['Index Name'] ?? node['Relation Name'] ?? node['Sort Key']?.join()}: ${readIn(node)} rows, ${node.Filter}`
