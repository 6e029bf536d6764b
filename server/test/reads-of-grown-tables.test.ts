import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFeatured } from '../src/catalogue/featured/list-featured.ts'
import { listUnmined } from '../src/custody/evm/following/transaction-queries.ts'
import { countInFlight } from '../src/custody/sending/count-in-flight.ts'
import { followSent } from '../src/custody/solana/follow-sent.ts'
import { setRoyaltyAddress } from '../src/custody/wallets/set-royalty-address.ts'
import { type Db, inTransaction } from '../src/db/client.ts'
import type { DB } from '../src/db/types.gen.ts'
import { deleteMe } from '../src/identity/deletion/delete-me.ts'
import { exportActivity } from '../src/identity/export/export-activity.ts'
import { listLines } from '../src/notifications/lines/list-lines.ts'
import { bindMemberLines } from '../src/notifications/lines/tell-members.ts'
import { listDeliveries } from '../src/notifications/webhooks/queries.ts'
import { buildListedNft } from './build-listed-nft.ts'
import { buildMember } from './build-member.ts'
import { buildCollector, buildMint } from './build-token.ts'
import { readOn, sendOn } from './on-chain.ts'
import { useTestApp } from './test-app.ts'

const t = useTestApp()
const asked: CompiledQuery[] = []
let pool: pg.Pool
let db: Db

/** A table is read whole only where no index serves, however few rows a test has. */
beforeAll(() => {
  pool = new pg.Pool({ connectionString: t.ownerUrl, max: 3, options: '-c enable_seqscan=off' })
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
})
afterAll(() => db.destroy())

/** The plans of the statements about a table that `work` ran. */
async function plansOf(table: string, work: () => Promise<unknown>): Promise<string[]> {
  asked.splice(0)
  await work()
  const about = asked.splice(0).filter(({ sql }) => new RegExp(`(from|update) "?${table}\\b`).test(sql))
  return Promise.all(
    about.map(async ({ sql, parameters }) => {
      const { rows } = await pool.query<object>(`explain ${sql}`, [...parameters])
      return rows.map((row) => Object.values(row)[0]).join('\n')
    }),
  )
}

const ctx = () => ({ ...t.ctx, db })

test.each([
  ['the follower of sent transactions', () => listUnmined(db, 'POLYGON')],
  ['the follower of Solana', () => followSent(ctx(), undefined as never)],
  ['the sender', () => countInFlight(db, 'POLYGON', { signer: '0x1', kinds: ['MINT'] })],
])('%s reads what is in no block yet, and none of the transactions before', async (_name, work) => {
  const [plan] = await plansOf('chain_transactions', work)
  expect(plan).toContain('chain_transactions_unmined')
})

test('the indexer reads the transactions of its blocks alone', async () => {
  await buildMint(t, { creator: await buildCollector(t) })
  await sendOn(t.ctx, 'POLYGON')
  const plans = await plansOf('chain_transactions', () => readOn(ctx(), 'POLYGON'))
  expect(plans).toContainEqual(expect.stringContaining('chain_transactions_mined'))
})

test('a listing is told to who follows its seller or wishes for it, and the other members are not read', async () => {
  const { nft, seller } = await buildListedNft(t)
  const data = { nft_id: nft.id, listing_id: nft.id, seller_id: seller.id, price_cents: 2_500 }
  const event = { id: '1', type: 'nft.listed', recordedAt: t.ctx.clock.now(), data }
  const plans = await plansOf('(?:follows|wishlist)', () =>
    inTransaction(db, (tx) => bindMemberLines().handle(tx, event as never)),
  )
  expect(plans).toContainEqual(expect.stringContaining('wishlist_nft'))
  expect(plans).toContainEqual(expect.stringContaining('follows_followed'))
})

test('the front of Explore reads what was sold, and none of what was not', async () => {
  const [plan] = await plansOf('nfts', () => listFeatured(db, { viewer: null }))
  expect(plan).toContain('nfts_sold_newest')
})

test('the bell reads what is unread, and none of what has been read', async () => {
  const page = { area: 'member', limit: 6 } as const
  const reader = { viewer: { userId: (await buildMember(t)).id } }
  for (const unread of [undefined, true]) {
    const [plan] = await plansOf('notifications', () => listLines(db, { ...page, unread }, reader))
    expect(plan).toContain('notifications_unread_newest')
  }
})

test('the deliveries of a webhook that failed are read without those that were taken', async () => {
  const plans = await plansOf('webhook_deliveries', () =>
    listDeliveries(db, t.ctx.random.id(), { status: 'failed', limit: 24 }),
  )
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan).toContain('webhook_deliveries_failed')
})

test('a royalty address is looked up by chain and address, in none of the other wallets', async () => {
  const { id: userId } = await buildMember(t)
  const input = {
    userId,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    site: { brand: '', url: '' } as never,
    device: { userAgent: 'test', address: '127.0.0.1' },
  } as const
  const plans = await plansOf('wallets', () => inTransaction(db, (tx) => setRoyaltyAddress(ctx(), tx, input)))
  expect(plans).toEqual([expect.stringMatching(/Index Cond: .*chain.*public_address/)])
})

test('an account is exported and deleted without reading the sessions, messages and links of others', async () => {
  const member = await buildMember(t)
  const tables = '(?:messages|sessions|used_links|follows)'
  const exported = await plansOf(tables, () => exportActivity(ctx(), { userId: member.id, email: member.email }))
  const deleted = await plansOf(tables, () =>
    inTransaction(db, (tx) => deleteMe(ctx(), tx, { userId: member.id, site: { brand: '', url: '' } as never })),
  )
  for (const index of ['messages_recipient', 'sessions_user', 'used_links_user'])
    for (const plans of [exported, deleted]) expect(plans).toContainEqual(expect.stringContaining(index))
  expect([...exported, ...deleted].join('\n')).not.toContain('Seq Scan')
  const { rows } = await pool.query<object>(
    'explain delete from second_factor_failures where session_id = gen_random_uuid()',
  )
  expect(JSON.stringify(rows)).toContain('second_factor_failures_session')
})
