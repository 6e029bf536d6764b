import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { createLogger } from '../../src/logger.ts'
import { type Product, startProduct } from '../product.ts'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'
import { LiveMarket } from '../torture/live-market.ts'

vi.setConfig({ testTimeout: 400_000 })
const log = createLogger('error')
const SETTLED_MS = 150_000
/** A statement's limit, the grace for its answer, and the wait for a connection. */
const ANSWERED_MS = 20_000
const READERS_PER_PATH = 3
const READ_PATHS = ['/api/nfts/', '/api/pages/about/', '/api/categories/', '/api/users/me/']

let dataDir: string
let postgres: EmbeddedPostgres
let proxy: TcpProxy
let product: Product
let market: LiveMarket

/** The product on a PostgreSQL that is not its child, with a network between them that the test holds. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'verso-external-'))
  postgres = await startPostgres({ dataDir, log, isDurable: false })
  proxy = await startTcpProxy(postgres.port)
  const through = (url: string) => url.replace(`:${postgres.port}/`, `:${proxy.port}/`)
  const urls = { DATABASE_URL: through(postgres.appUrl), MIGRATION_DATABASE_URL: through(postgres.ownerUrl) }
  product = await startProduct({ DEMO_CONTENT: '0', ...urls })
  market = await LiveMarket.open(product)
  await market.mintAll(await market.drawFiles())
  await market.untilSettled(SETTLED_MS)
}, 400_000)

afterAll(async () => {
  await market?.close()
  await product?.remove()
  await proxy?.stop()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

type Answers = { statuses: Map<number, number>; withoutRetryAfter: number; slowestMs: number; unanswered: number }

/** Members read the site while `fault` happens; how each of them was answered. */
async function readDuring(fault: (answers: Answers) => Promise<void>): Promise<Answers> {
  const answers: Answers = { statuses: new Map(), withoutRetryAfter: 0, slowestMs: 0, unanswered: 0 }
  let isOver = false
  const readers = READ_PATHS.flatMap((path) =>
    Array.from({ length: READERS_PER_PATH }, async () => {
      while (!isOver) await readOnce(path, answers)
    }),
  )
  await fault(answers)
  isOver = true
  await Promise.all(readers)
  return answers
}

async function readOnce(path: string, answers: Answers): Promise<void> {
  const startedMs = performance.now()
  try {
    const response = await fetch(product.url + path, { headers: market.sellerHeaders })
    await response.arrayBuffer()
    answers.statuses.set(response.status, (answers.statuses.get(response.status) ?? 0) + 1)
    if (response.status === 503 && !response.headers.get('retry-after')) answers.withoutRetryAfter++
    if (response.status >= 500) await sleep(20)
  } catch {
    answers.unanswered++
  }
  answers.slowestMs = Math.max(answers.slowestMs, performance.now() - startedMs)
}

/** Mints, sales, top-ups and payouts are under way when the fault comes; what was begun is asked for again and ends. */
async function tradeDuring(fault: (answers: Answers) => Promise<void>): Promise<Answers> {
  const files = await market.drawFiles()
  const unsold = await market.listUnsold()
  const before = await market.countMints()
  const answers = await readDuring(async (told) => {
    const working = Promise.all([
      market.mintAll(files),
      market.sellAll(unsold),
      market.bank.topUp(),
      market.bank.payOut(),
    ])
    await expect.poll(market.countMints, { timeout: 90_000, interval: 5 }).toBeGreaterThan(before)
    await fault(told)
    await working
  })
  await untilServed()
  await market.sellAll(await market.listUnsold())
  await market.finishWhatIsOpen()
  await market.untilSettled(SETTLED_MS)
  return answers
}

const untilServed = () =>
  expect
    .poll(async () => (await fetch(`${product.url}/api/nfts/`)).status, { timeout: 120_000, interval: 50 })
    .toBe(200)

/** Only good answers and 503 with Retry-After, and the process was never gone. */
function expectHonest(answers: Answers): void {
  const others = [...answers.statuses.keys()].filter((status) => status !== 200 && status !== 503)
  expect({ others, ...answers }).toMatchObject({ others: [], unanswered: 0, withoutRetryAfter: 0 })
  expect(product.log()).not.toContain('a request failed')
}

async function killBackends(): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend' and datname = current_database()`,
  )
  await client.end()
  return rowCount ?? 0
}

it('backends that are killed under load cost 503 answers, never the process, and all that was begun ends', async () => {
  let killed = 0
  const answers = await tradeDuring(async () => {
    for (let round = 0; round < 10 || killed <= 20; round++) {
      killed += await killBackends()
      await sleep(100)
    }
  })
  expect(killed).toBeGreaterThan(20)
  expectHonest(answers)
  expect(answers.statuses.get(200)).toBeGreaterThan(0)
})

it('a PostgreSQL that restarts under load costs 503 answers, never the process, and all that was begun ends', async () => {
  const answers = await tradeDuring(async () => {
    const { port } = postgres
    await postgres.stop()
    await sleep(500)
    postgres = await startPostgres({ dataDir, log, port, isDurable: false })
  })
  expectHonest(answers)
  expect(answers.statuses.get(503)).toBeGreaterThan(0)
})

it('a database that goes silent is answered with 503 within a bound, and all goes on once it is back', async () => {
  const answers = await tradeDuring(async (told) => {
    proxy.silence()
    const refused = () => told.statuses.get(503) ?? 0
    await expect.poll(refused, { timeout: ANSWERED_MS }).toBeGreaterThanOrEqual(READ_PATHS.length * READERS_PER_PATH)
    proxy.resume()
  })
  expectHonest(answers)
  expect(answers.slowestMs).toBeLessThan(ANSWERED_MS)
})

it('what was traded was done once each, to the cent', async () => {
  const { mints, sales } = await market.readState()
  expect(sales.length).toBeGreaterThan(0)
  await market.expectOneTokenEach(mints)
  await market.expectDelivered(sales)
  await market.expectExactBooks({ mints: mints.length, sales: sales.length })
})
