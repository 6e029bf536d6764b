import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.ts'
import { startAnvil } from '../src/embedded/chain/anvil.ts'
import { startPostgres } from '../src/embedded/postgres/postgres.ts'
import { migrateJobs } from '../src/jobs/jobs.ts'
import { createLogger, type Logger } from '../src/logger.ts'
import { JOBS } from '../src/worker.ts'
import { createDatabase, dropDatabase, TEMPLATE } from './database.ts'
import { startInstalledPostgres } from './installed-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresOwnerUrl: string
    postgresAppUrl: string
    rpcUrls: { POLYGON: string; ETH: string }
  }
}

const MINE_INTERVAL_MS = 20

type Servers = { ownerUrl: string; appUrl: string; rpcUrls: { POLYGON: string; ETH: string }; stop(): Promise<void> }
/** Vitest sets up each project with a copy of this module: what they share stands outside of it. */
const shared = globalThis as { testServers?: { users: number; servers: Promise<Servers> } }

/** One PostgreSQL and one pair of chains per run; each test file gets a copy of the migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const current = (shared.testServers ??= { users: 0, servers: startServers() })
  current.users += 1
  const { ownerUrl, appUrl, rpcUrls, stop } = await current.servers
  project.provide('postgresOwnerUrl', ownerUrl)
  project.provide('postgresAppUrl', appUrl)
  project.provide('rpcUrls', rpcUrls)
  return async () => {
    current.users -= 1
    if (current.users > 0) return
    delete shared.testServers
    await stop()
  }
}

async function startServers(): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'verso-test-'))
  const log = createLogger('error')
  const [postgres, polygon, eth] = await Promise.all([
    openPostgres(join(folder, 'postgres'), log),
    startAnvil({ chainId: 31_337, log, mineIntervalMs: MINE_INTERVAL_MS }),
    startAnvil({ chainId: 31_338, log, mineIntervalMs: MINE_INTERVAL_MS }),
  ])
  const { ownerUrl, appUrl, appRole } = postgres
  const template = await createDatabase(ownerUrl, TEMPLATE)
  await migrate(template, { appRole })
  await migrateJobs(template, JOBS, { appRole })
  const stop = async () => {
    await Promise.all([dropDatabase(ownerUrl, TEMPLATE), polygon.stop(), eth.stop()])
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ownerUrl, appUrl, rpcUrls: { POLYGON: polygon.rpcUrl, ETH: eth.rpcUrl }, stop }
}

/**
 * The embedded one, one of the binaries in the folder TEST_POSTGRES_BIN, or the server that TEST_OWNER_URL (a role that may
 * create databases) and TEST_APP_URL name.
 */
async function openPostgres(dataDir: string, log: Logger) {
  const { TEST_POSTGRES_BIN: bin, TEST_OWNER_URL: ownerUrl, TEST_APP_URL: appUrl } = process.env
  if (bin) return startInstalledPostgres({ dataDir, bin, log })
  if (!ownerUrl || !appUrl) return startPostgres({ dataDir, log, isDurable: false })
  return { ownerUrl, appUrl, appRole: new URL(appUrl).username, stop: async () => undefined }
}
