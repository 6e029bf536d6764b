import type { NftListQuery } from '@verso/protocol/nfts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listNfts } from '../../server/src/catalogue/nfts/list-nfts.ts'
import { listActivity } from '../../server/src/catalogue/nfts/list-activity.ts'
import { findNftDetails } from '../../server/src/catalogue/nfts/queries.ts'
import { listAnyNfts } from '../../server/src/catalogue/moderation/list-any-nfts.ts'
import { listModerationQueue } from '../../server/src/catalogue/moderation/queries.ts'
import { listAudit } from '../../server/src/audit/list-audit.ts'
import { listUsers } from '../../server/src/console/members/queries.ts'
import { listLines } from '../../server/src/notifications/lines/list-lines.ts'
import { listReviewPayments } from '../../server/src/payments/records/queries.ts'
import { listPayments } from '../../server/src/payments/review/list-payments.ts'
import { searchByName } from '../../server/src/catalogue/search/search.ts'
import type { Db } from '../../server/src/db/client.ts'
import { startPostgres } from '../../server/src/embedded/postgres/postgres.ts'
import { createLogger } from '../../server/src/logger.ts'
import { type Benchmark, type Measurement, median, percentile, timed } from '../measurement.ts'
import { createSeeded, type Size } from './seeded-database.ts'

const ROUNDS = 5
const CALLS = 20
const SMALL: Size = { nfts: 10_000, users: 1_000 }
const LARGE: Size = { nfts: 1_000_000, users: 50_000 }
const COMMON = 'winter'

const OPERATOR = { userId: '019a0000-0000-7000-8000-000000000000', isAdmin: true }

type List = [name: string, read: (db: Db) => Promise<unknown>]
const list = (name: string, query: Partial<NftListQuery>): List => [
  name,
  (db) => listNfts(db, { approved: true, listed: true, sort: '-updated_at', limit: 24, ...query }, { viewer: null }),
]
/** Those of one member, who is found first. */
const ofMember = (name: string, read: (db: Db, userId: string) => Promise<unknown>): List => [
  name,
  async (db) => read(db, await findMember(db)),
]
const findMember = async (db: Db): Promise<string> =>
  (await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
const page = { limit: 24 }
const searches = [COMMON, 'lantern', 'amber atlas', 'zqxv', 'ri', 'zq', '東京']
const LISTS: List[] = [
  list('Marketplace, newest', {}),
  list('Marketplace, cheap first', { sort: 'price' }),
  list('Marketplace, of a category', { category: 3 }),
  list('Marketplace, of some prices', { min_price: 50_000, max_price: 60_000 }),
  list('Gallery, newest', { listed: false }),
  list('Gallery, dear first', { listed: false, sort: '-price' }),
  list('both, cheap first', { listed: undefined, sort: 'price' }),
  ...searches.map((search) => list(`search "${search}"`, { search })),
  list(`search "${COMMON}", of a category`, { search: COMMON, category: 3 }),
  ...(['created_by', 'owned_by', 'sold_by', 'withdrawn_by'] as const).map((tab) =>
    ofMember(`profile, ${tab}`, (db, id) =>
      listNfts(db, { sort: '-updated_at', ...page, [tab]: id }, { viewer: null }),
    ),
  ),
  ofMember('activity of an NFT', async (db) => {
    const { id } = await db.selectFrom('nfts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    const { details, moves = [] } = await findNftDetails(db, id, { viewer: null }, { withMoves: true })
    if (details) listActivity(details, moves, null)
  }),
  ofMember('notifications', (db, userId) => listLines(db, { area: 'member', ...page }, { viewer: { userId } })),
  ['members, newest', (db) => listUsers(db, { search: undefined, sort: '-created_at', cursor: undefined, ...page })],
  ['members, a name', (db) => listUsers(db, { search: 'amara', sort: '-created_at', cursor: undefined, ...page })],
  ['any NFTs, newest', (db) => listAnyNfts(db, { ...page, viewer: OPERATOR })],
  ['queue of reports', (db) => listModerationQueue(db, { ...page, viewer: OPERATOR })],
  ['payments, newest', (db) => listPayments(db, { ...page, shown: 'all' })],
  ['payments of a state', (db) => listPayments(db, { ...page, shown: 'all', status: 'NEEDS_REVIEW' })],
  ['payments to review', (db) => listReviewPayments(db, page)],
  ['audit log, newest', (db) => listAudit(db, page)],
  ['audit log of an action', (db) => listAudit(db, { ...page, search: 'payout.paid' })],
  ofMember('audit log of an actor', (db, search) => listAudit(db, { ...page, search })),
  ...[COMMON, 'velvt rivr'].map(
    (text): List => [`search everywhere "${text}"`, (db) => searchByName(db, { text, limit: 6 }, null)],
  ),
]

/** Each list among a million NFTs against the same among ten thousand, in turn, without HTTP. Making the rows takes minutes. */
export const million: Benchmark = { name: 'million', run: () => compareSizes(SMALL, LARGE) }

export async function compareSizes(smallSize: Size, largeSize: Size): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'verso-bench-'))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: createLogger('error') })
  const databases: Db[] = []
  try {
    const small = await createSeeded(postgres, 'small', smallSize)
    databases.push(small)
    const large = await createSeeded(postgres, 'large', largeSize)
    databases.push(large)
    const measurements: Measurement[] = []
    for (const [name, read] of LISTS) measurements.push(...(await compare(name, { read, small, large })))
    return measurements
  } finally {
    for (const db of databases) await db.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(
  name: string,
  { read, small, large }: { read: List[1]; small: Db; large: Db },
): Promise<Measurement[]> {
  await time(() => read(small))
  await time(() => read(large))
  const ratios: number[] = []
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [fewMs, manyMs] = [await time(() => read(small)), await time(() => read(large))]
    ratios.push(percentile(manyMs, 99) / percentile(fewMs, 99))
    times.push(...manyMs)
  }
  const target = name === `search "${COMMON}"` ? { target: { atMost: 50 } } : {}
  return [
    {
      what: `${name}: p99 at 1 M ÷ at 10 k`,
      measured: Math.min(...ratios),
      median: median(ratios),
      unit: '×',
      target: { atMost: 3 },
    },
    { what: `${name}: median at 1 M`, measured: median(times), unit: 'ms', ...target },
  ]
}

async function time(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) times.push((await timed(work)).elapsedMs)
  return times
}
