import type { NftListQuery } from '@verso/protocol/nfts'
import { sql } from 'kysely'
import { listAudit } from '../../server/src/audit/list-audit.ts'
import { listBookmarked } from '../../server/src/catalogue/bookmarks/list-bookmarked.ts'
import { listFeatured } from '../../server/src/catalogue/featured/list-featured.ts'
import { findFeed } from '../../server/src/catalogue/feeds/find-feed.ts'
import { listAnyNfts } from '../../server/src/catalogue/moderation/list-any-nfts.ts'
import { listModerationQueue } from '../../server/src/catalogue/moderation/queries.ts'
import { listActivity } from '../../server/src/catalogue/nfts/list-activity.ts'
import { listNfts } from '../../server/src/catalogue/nfts/list-nfts.ts'
import { findNftDetails } from '../../server/src/catalogue/nfts/queries.ts'
import { findProfile } from '../../server/src/catalogue/profiles/find-profile.ts'
import { searchByName } from '../../server/src/catalogue/search/search.ts'
import { listFailed, listQueues } from '../../server/src/console/job-queries.ts'
import { listUsers } from '../../server/src/console/members/queries.ts'
import { countAttention, listDays } from '../../server/src/console/overview-queries.ts'
import type { Context } from '../../server/src/context.ts'
import type { Db } from '../../server/src/db/client.ts'
import { listFollowing } from '../../server/src/identity/members/follow-user.ts'
import { listSecurityEvents } from '../../server/src/identity/members/list-security-events.ts'
import { listLines } from '../../server/src/notifications/lines/list-lines.ts'
import { listDeliveries } from '../../server/src/notifications/webhooks/queries.ts'
import { listAdminPayouts, listOwnPayouts } from '../../server/src/payments/payouts/queries.ts'
import { listOwnPayments, listReviewPayments } from '../../server/src/payments/records/queries.ts'
import { listPayments } from '../../server/src/payments/review/list-payments.ts'

export const COMMON = 'winter'
const OPERATOR = { userId: '019a0000-0000-7000-8000-000000000000', isAdmin: true }
const DAY_MS = 24 * 3_600_000

export type List = [name: string, read: (db: Db) => Promise<unknown>]

const page = { limit: 24 }
const list = (name: string, query: Partial<NftListQuery>): List => [
  name,
  (db) => listNfts(db, { approved: true, listed: true, sort: '-updated_at', ...page, ...query }, { viewer: null }),
]
const members = (name: string, query: Partial<Parameters<typeof listUsers>[1]>): List => [
  `members, ${name}`,
  (db) => listUsers(db, { search: undefined, sort: '-created_at', cursor: undefined, ...page, ...query }),
]
const payments = (name: string, query: Partial<Parameters<typeof listPayments>[1]>): List => [
  `payments, ${name}`,
  (db) => listPayments(db, { ...page, shown: 'all', ...query }),
]
const audit = (name: string, query: Partial<Parameters<typeof listAudit>[1]>): List => [
  `audit log, ${name}`,
  (db) => listAudit(db, { ...page, ...query }),
]
const anyNfts = (name: string, query: Partial<Parameters<typeof listAnyNfts>[1]>): List => [
  `any NFTs, ${name}`,
  (db) => listAnyNfts(db, { ...page, viewer: OPERATOR, ...query }),
]
const everywhere = (text: string): List => [
  `search everywhere "${text}"`,
  (db) => searchByName(db, { text, limit: 6 }, null),
]

/** Of the member who has most, and is found first: who is there longest. */
const ofMember = (name: string, read: (db: Db, userId: string) => Promise<unknown>): List => [
  name,
  async (db) => read(db, await firstId(db, 'users')),
]
/** Of who made about as many NFTs at each size: the busiest has made 300 of 10,000, and 4,500 of 1,000,000. */
const ofCreator = (name: string, read: (db: Db, userId: string) => Promise<unknown>): List => [
  name,
  async (db) => read(db, await findCreator(db)),
]
const MADE_BY_ONE = 300
const creators = new WeakMap<Db, Promise<string>>()
function findCreator(db: Db): Promise<string> {
  const found = creators.get(db) ?? readCreator(db)
  creators.set(db, found)
  return found
}
async function readCreator(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select created_by as id from nfts group by created_by
    order by abs(count(*) - ${MADE_BY_ONE}) limit 1`.execute(db)
  return (rows[0] as { id: string }).id
}
const firstId = async (db: Db, table: 'users' | 'webhooks'): Promise<string> =>
  (await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id

const listTab = (tab: 'created_by' | 'owned_by' | 'sold_by' | 'withdrawn_by') => (db: Db, id: string) =>
  listNfts(db, { sort: '-updated_at', ...page, [tab]: id }, { viewer: null })

/** What the front and the feeds take of it. */
const config = { brand: 'Verso', platformFeeBps: 250, host: 'localhost', ports: {}, urls: {} }
const contextOf = (db: Db) => ({ db, config }) as unknown as Context

const aYearAgo = () => new Date(Date.now() - 365 * DAY_MS).toISOString().slice(0, 10)
const searches = [COMMON, 'lantern', 'amber atlas', 'zqxv', 'ri', 'zq', '東京', 'amara']

export const LISTS: List[] = [
  list('Marketplace, newest', {}),
  list('Marketplace, oldest', { sort: 'updated_at' }),
  list('Marketplace, cheap first', { sort: 'price' }),
  list('Marketplace, dear first', { sort: '-price' }),
  list('Marketplace, of a category', { category: 3 }),
  list('Marketplace, of a category, dear first', { category: 3, sort: '-price' }),
  list('Marketplace, of a chain', { chain: 'SOL' }),
  list('Marketplace, of a rare chain', { chain: 'ETH' }),
  list('Marketplace, of a chain that few have', { chain: 'POLYGON' }),
  list('Marketplace, of a rare chain, cheap first', { chain: 'ETH', sort: 'price' }),
  list('Marketplace, of a chain, dear first', { chain: 'SOL', sort: '-price' }),
  list('Marketplace, of some prices', { min_price: 50_000, max_price: 60_000 }),
  list('Marketplace, of some prices, cheap first', { min_price: 50_000, max_price: 60_000, sort: 'price' }),
  list('Marketplace, of some prices, of a category', { min_price: 50_000, max_price: 60_000, category: 3 }),
  list('Gallery, newest', { listed: false }),
  list('Gallery, oldest', { listed: false, sort: 'updated_at' }),
  list('Gallery, cheap first', { listed: false, sort: 'price' }),
  list('Gallery, dear first', { listed: false, sort: '-price' }),
  list('Gallery, of some prices', { listed: false, min_price: 50_000, max_price: 60_000 }),
  list('Gallery, of a category', { listed: false, category: 3 }),
  list('Gallery, of a category, cheap first', { listed: false, category: 3, sort: 'price' }),
  list('Gallery, of a rare chain', { listed: false, chain: 'ETH' }),
  list('both, cheap first', { listed: undefined, sort: 'price' }),
  list('both, held outside', { listed: undefined, custody: 'OUTSIDE' }),
  ...searches.map((search) => list(`search "${search}"`, { search })),
  list(`search "${COMMON}", of a category`, { search: COMMON, category: 3 }),
  list(`search "${COMMON}", cheap first`, { search: COMMON, sort: 'price' }),
  list(`search "${COMMON}", Gallery`, { search: COMMON, listed: false }),
  ['featured', (db) => listFeatured(db, { viewer: null })],
  ['feed of all', (db) => findFeed(contextOf(db))],
  ofMember('feed of a member', (db, id) => findFeed(contextOf(db), id)),
  ofCreator('profile', (db, id) => findProfile(db, id, { viewer: null })),
  ofMember('profile of who made most', (db, id) => findProfile(db, id, { viewer: null })),
  ...(['created_by', 'owned_by', 'sold_by'] as const).map((tab) => ofCreator(`profile, ${tab}`, listTab(tab))),
  ...(['created_by', 'owned_by', 'sold_by', 'withdrawn_by'] as const).map((tab) =>
    ofMember(`profile of who made most, ${tab}`, listTab(tab)),
  ),
  ofMember('activity of an NFT', async (db) => {
    const { id } = await db.selectFrom('nfts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    const { details, moves = [] } = await findNftDetails(db, id, { viewer: null }, { withMoves: true })
    if (details) listActivity(details, moves, null)
  }),
  ...(['favourites', 'wishlist'] as const).map((table) =>
    ofMember(`own ${table}`, (db, userId) => listBookmarked(db, { table, ...page }, { viewer: { userId } })),
  ),
  ofMember('following', (db, userId) => listFollowing(db, userId)),
  ofMember('own orders', (db, userId) => listOwnPayments(db, { kind: 'PURCHASE', ...page }, { viewer: { userId } })),
  ofMember('own orders and top-ups', (db, userId) => listOwnPayments(db, page, { viewer: { userId } })),
  ofMember('own payouts', (db, userId) => listOwnPayouts(db, userId, page)),
  ofMember('own security events', (db, userId) => listSecurityEvents(db, { userId, ...page })),
  ofMember('notifications, 10,000', (db, userId) => listLines(db, { area: 'member', ...page }, { viewer: { userId } })),
  ofMember('notifications, unread of 10,000', (db, userId) =>
    listLines(db, { area: 'member', unread: true, ...page }, { viewer: { userId } }),
  ),
  ofMember("operators' notifications, 10,000", (db, userId) =>
    listLines(db, { area: 'operators', ...page }, { viewer: { userId } }),
  ),
  members('newest', {}),
  members('by e-mail', { sort: 'email' }),
  members('a name', { search: 'amara' }),
  members('a part of an address, by e-mail', { search: 'member-1', sort: 'email' }),
  anyNfts('newest', {}),
  anyNfts('taken down', { taken_down: true }),
  anyNfts(`"${COMMON}"`, { search: COMMON }),
  anyNfts('taken down, "lantern"', { search: 'lantern', taken_down: true }),
  ['queue of reports', (db) => listModerationQueue(db, { ...page, viewer: OPERATOR })],
  payments('newest', {}),
  payments('of a state', { status: 'NEEDS_REVIEW' }),
  payments('of a kind', { kind: 'PURCHASE' }),
  payments('until a year ago', { to: aYearAgo() }),
  payments('of some amounts', { min_amount: 500, max_amount: 600 }),
  ['payments to review', (db) => listReviewPayments(db, page)],
  ['payouts, open', (db) => listAdminPayouts(db, { ...page, isOpen: true })],
  ['payouts, all', (db) => listAdminPayouts(db, { ...page, isOpen: false })],
  audit('newest', {}),
  audit('security', { kind: 'security' }),
  audit('of an action', { search: 'payout.paid' }),
  ofMember('audit log, of an actor', (db, search) => listAudit(db, { ...page, search })),
  ofMember('audit log, security of an actor', (db, search) => listAudit(db, { ...page, search, kind: 'security' })),
  ['overview, what waits', (db) => countAttention(db)],
  ['overview, days', (db) => listDays(db, { now: new Date(), days: 30 })],
  ['jobs', (db) => Promise.all([listQueues(db), listFailed(db)])],
  ['webhook deliveries', async (db) => listDeliveries(db, await firstId(db, 'webhooks'), page)],
  [
    'webhook deliveries, failed',
    async (db) => listDeliveries(db, await firstId(db, 'webhooks'), { ...page, status: 'failed' }),
  ],
  ...[COMMON, 'velvt rivr', 'amara'].map(everywhere),
]
