import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.ts'
import { startAnvil } from '../src/embedded/anvil.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { migrateJobs } from '../src/jobs/jobs.ts'
import { createLogger } from '../src/logger.ts'
import { TASKS } from '../src/worker.ts'
import { createDatabase, TEMPLATE } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresOwnerUrl: string
    postgresAppUrl: string
    rpcUrls: { POLYGON: string; ETH: string }
  }
}

const MINE_INTERVAL_MS = 20

/** One PostgreSQL and one pair of chains per run; each test file gets a copy of the migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'verso-test-'))
  const log = createLogger('error')
  const [postgres, polygon, eth] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), log, isDurable: false }),
    startAnvil({ chainId: 31_337, log, mineIntervalMs: MINE_INTERVAL_MS }),
    startAnvil({ chainId: 31_338, log, mineIntervalMs: MINE_INTERVAL_MS }),
  ])
  const template = await createDatabase(postgres.ownerUrl, TEMPLATE)
  await migrate(template, { appRole: 'verso_app' })
  await migrateJobs(template, TASKS, { appRole: 'verso_app' })
  project.provide('postgresOwnerUrl', postgres.ownerUrl)
  project.provide('postgresAppUrl', postgres.appUrl)
  project.provide('rpcUrls', { POLYGON: polygon.rpcUrl, ETH: eth.rpcUrl })
  return async () => {
    await Promise.all([postgres.stop(), polygon.stop(), eth.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}
