import { roleOf } from '../config/production-guard.ts'
import { readSettings } from '../config/read-settings.ts'
import { listPendingMigrations } from '../db/migrate.ts'
import { oldestCodeFor, readMigration, versionOf } from '../db/schema-version.ts'
import { StartupError } from '../errors/startup-error.ts'
import { findConnectionProblems } from './start/find-service-problems.ts'
import { prepareDatabase } from '../jobs/prepare-database.ts'
import { JOBS } from '../worker.ts'
import { describeFailure } from './describe-failure.ts'

/** `npm run db:migrate`: prepares a database of the operator's own for this version; in production nothing else does. */
async function migrateDatabase(): Promise<void> {
  const settings = readSettings(undefined, { purpose: 'database' })
  const { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl = appUrl } = settings
  if (!ownerUrl)
    return say('Without DATABASE_URL the database is the embedded one, which `npm start` migrates by itself.')
  const problems = await findConnectionProblems(settings)
  if (problems.length > 0) throw new StartupError(problems.join('\n'))
  const pending = await listPendingMigrations(ownerUrl)
  for (const name of pending) say(`  ${name}: ${await describe(name)}`)
  const appRole = appUrl && appUrl !== ownerUrl ? roleOf(new URL(appUrl)) : undefined
  const applied = await prepareDatabase({ ownerUrl, appRole }, JOBS)
  say(
    applied.length > 0
      ? `Migrated: ${applied.join(', ')}. Rights and queues are set.`
      : 'Nothing to migrate. Rights and queues are set.',
  )
}

async function describe(name: string): Promise<string> {
  const oldest = oldestCodeFor(name, await readMigration(name))
  return oldest === versionOf(name) ? 'older processes do not work with it' : `works with code of ${oldest} or newer`
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

migrateDatabase().catch((error: unknown) => {
  process.stderr.write(`\n${describeFailure(error)}\n`)
  process.exitCode = 1
})
