import { sql } from 'kysely'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { assertSchemaFits } from '../db/schema-version.ts'
import { StartupError } from '../errors/startup-error.ts'
import type { Logger } from '../logger.ts'
import type { Job } from './define-job.ts'
import { migrateJobs } from './jobs.ts'

type Access = { ownerUrl: string; appRole?: string }

/** Everything that a version needs in its database: the schema, the queues, and the rights of the application's role. */
export const prepareDatabase = ({ ownerUrl, appRole }: Access, jobs: readonly Job<unknown>[]): Promise<string[]> =>
  // Two that grant the same rights at once fail with "tuple concurrently updated".
  migrate(ownerUrl, { appRole, underLock: () => migrateJobs(ownerUrl, jobs, { appRole }) })

/**
 * A process that does not migrate starts only on a database that was prepared for its version.
 * @throws StartupError
 */
export async function assertPrepared(url: string, jobs: readonly Job<unknown>[], log: Logger): Promise<void> {
  const db = openDatabase(url, log, { maxConnections: 1 })
  try {
    await assertSchemaFits(db)
    const { rows } = await sql<{ name: string }>`select name from pgboss.queue`.execute(db)
    const queues = new Set(rows.map(({ name }) => name))
    const missing = jobs.filter(({ name }) => !queues.has(name)).map(({ name }) => name)
    if (missing.length > 0)
      throw new StartupError(
        `The database has no queue ${missing.join(', ')}. Run \`npm run db:migrate\` of this version.`,
      )
  } finally {
    await db.destroy()
  }
}
