import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, it, vi } from 'vitest'
import { joinEmbedded } from '../../src/embedded/join-embedded.ts'
import { openProduct } from '../open-product.ts'
import { descendantsOf, isAlive, nameOf } from '../processes.ts'
import { freePorts, type Product, startProduct } from '../product.ts'
import { seededRandom } from '../seeded-random.ts'
import { LiveTrades } from './live-trades.ts'

const IS_WHOLE = process.env.TORTURE_ROUNDS !== undefined
const ROUNDS = IS_WHOLE ? Number(process.env.TORTURE_ROUNDS) : 1
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_123)
const LONGEST_PAUSE_MS = 3_000
/** How many of the faults `npm test` knows. */
const SHORT = 3
const UP_AGAIN_MS = 60_000

const random = seededRandom(SEED)
let api: Product
let worker: Product
let workerDir: string
let trades: LiveTrades

/** The API with everything embedded, and a worker beside it on the same database, chains and files. */
beforeAll(async () => {
  api = await startProduct({ DEMO_CONTENT: '0', ROLE: 'api' })
  workerDir = await mkdtemp(join(tmpdir(), 'verso-worker-'))
  copyFileSync(join(api.dataDir, 'secrets.json'), join(workerDir, 'secrets.json'))
  mkdirSync(join(api.dataDir, 'files'), { recursive: true })
  symlinkSync(join(api.dataDir, 'files'), join(workerDir, 'files'))
  const ctx = await openProduct(api.dataDir)
  const values = joinEmbedded({ DATA_DIR: api.dataDir, DATABASE_URL: undefined })
  worker = await startProduct({
    ...(await freePorts()),
    DEMO_CONTENT: '0',
    ROLE: 'worker',
    DATA_DIR: workerDir,
    // The sandbox of the API is its provider too.
    PAY_PORT: api.settings.PAY_PORT ?? '',
    DATABASE_URL: values?.database?.appUrl ?? '',
    MIGRATION_DATABASE_URL: values?.database?.ownerUrl ?? '',
    POLYGON_RPC_URL: values?.rpcUrls.POLYGON ?? '',
    ETH_RPC_URL: values?.rpcUrls.ETH ?? '',
    ...(values?.rpcUrls.SOL && { SOL_RPC_URL: values.rpcUrls.SOL }),
    POLYGON_CONTRACT: ctx.chains.POLYGON.contract,
    ETH_CONTRACT: ctx.chains.ETH.contract,
  })
  trades = new LiveTrades(api, ctx)
}, 300_000)

afterAll(async () => {
  await trades?.close()
  await worker?.remove()
  await api?.remove()
  await rm(workerDir, { recursive: true, force: true })
}, 120_000)

/** Faults that a machine or an operator brings to a running product. */
const FAULTS: Record<string, () => Promise<unknown>> = {
  'the worker is killed': async () => {
    await worker.kill()
  },
  'every connection is cut': cutConnections,
  'PostgreSQL is killed': async () => killChild('postgres'),
  'a chain is killed': async () => killChild('anvil'),
  'the API is killed with all that it embeds': async () => {
    await api.kill()
  },
}

/** As a process manager does: what has ended is started again until it stays up. */
async function keepUp(): Promise<void> {
  const deadline = performance.now() + UP_AGAIN_MS
  for (const product of [api, worker]) {
    while (!isAlive(product.pid)) {
      try {
        await product.restart()
      } catch (error) {
        if (performance.now() > deadline) throw error
      }
    }
  }
}

it(
  `works go through everything on every chain while parts of two processes are killed, ${ROUNDS} times (seed ${SEED})`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await trades.begin()
      let isOver = false
      const living = trades.live().finally(() => {
        isOver = true
      })
      const faults = Object.values(FAULTS).slice(0, IS_WHOLE ? undefined : SHORT)
      while (!isOver && faults.length > 0) {
        await Promise.race([living, sleep(random() * LONGEST_PAUSE_MS)])
        const [fault] = faults.splice(Math.floor(random() * faults.length), 1)
        if (!isOver) await fault?.()
        await keepUp()
      }
      await living
      await untilAnswered()
      await trades.expectExact()
    }
  },
  120_000 + ROUNDS * 180_000,
)

/**
 * Until what the last fault killed is back, when the trades were over before they noticed. The database is asked on a
 * connection of its own: an old one outlives its postmaster for a moment.
 */
async function untilAnswered(): Promise<void> {
  const options = { timeout: UP_AGAIN_MS, interval: 100 }
  await vi.waitFor(async () => {
    const { database, rpcUrls } = joinEmbedded({ DATA_DIR: api.dataDir, DATABASE_URL: undefined }) ?? {}
    const client = new pg.Client({ connectionString: database?.ownerUrl })
    client.on('error', () => undefined)
    await client.connect()
    await client.end()
    for (const url of Object.values(rpcUrls ?? {})) await fetch(url, { method: 'POST', body: '{}' })
  }, options)
}

async function cutConnections(): Promise<void> {
  const values = joinEmbedded({ DATA_DIR: api.dataDir, DATABASE_URL: undefined })
  const client = new pg.Client({ connectionString: values?.database?.ownerUrl })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const others = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'
    await client.query(`${others} and backend_type = 'client backend'`)
  } catch {
    // PostgreSQL is being started again: then there is nothing to cut.
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** kill -9 of a program below the API: the postmaster, which comes before its workers, or one of the chains. */
function killChild(name: string): void {
  const found = descendantsOf(api.pid).find((pid) => nameOf(pid) === name)
  if (found !== undefined) process.kill(found, 'SIGKILL')
}
