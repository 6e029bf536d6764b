import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { freePorts, startRefused } from '../../test/product.ts'
import { productionSettings } from '../../test/production.ts'
import { runScript } from '../../test/run-script.ts'
import { LOCK_KEYS } from '../db/direct/lock-keys.ts'
import { createLogger } from '../logger.ts'
import { JOBS } from '../worker.ts'
import { assertPrepared, prepareDatabase } from './prepare-database.ts'

const NAME = `verso_prepared_${process.pid}`
const LONG_MS = 240_000
const log = createLogger('error')
let databases: { DATABASE_URL: string; MIGRATION_DATABASE_URL: string }

beforeAll(async () => {
  const owner = await createDatabase(inject('postgresOwnerUrl'), NAME)
  const app = Object.assign(new URL(inject('postgresAppUrl')), { pathname: `/${NAME}` }).href
  databases = { DATABASE_URL: app, MIGRATION_DATABASE_URL: owner }
})
afterAll(() => dropDatabase(inject('postgresOwnerUrl'), NAME))

async function asOwner<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: databases.MIGRATION_DATABASE_URL })
  await client.connect()
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
const dbMigrate = (env: Record<string, string> = databases) =>
  runScript('commands/db-migrate.ts', [], { NODE_ENV: 'production', ...env })

test(
  'a production start migrates nothing, and says what does',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'verso-unprepared-'))
    const staging = { ALLOW_SANDBOX: '1', PAYMENT_PROVIDER: 'sandbox', PAY_URL: 'https://pay.verso.example' }
    const drivers = { MAIL_DRIVER: 'outbox', SMS_DRIVER: 'outbox', STORAGE_DRIVER: 'disk' }
    const settings = { ...productionSettings(), ...staging, ...drivers, ...databases, ...(await freePorts()) }
    const { code, output } = await startRefused({ ...settings, DATA_DIR: dataDir })
    await rm(dataDir, { recursive: true, force: true })
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('has not had 0001_foundation.sql'),
    })
    expect(output).toContain('npm run db:migrate')
    expect(await asOwner(`select to_regclass('schema_migrations') as there`)).toEqual([{ there: null }])
  },
  LONG_MS,
)

test(
  'db:migrate prepares schema, queues and rights with the two addresses alone, and a second one finds nothing to do',
  async () => {
    const { MIGRATION_DATABASE_URL: _owner, ...incomplete } = databases
    expect(await dbMigrate(incomplete)).toMatchObject({
      code: 1,
      output: expect.stringContaining('MIGRATION_DATABASE_URL is missing'),
    })
    const first = await dbMigrate()
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Migrated: 0001_foundation.sql') })
    await expect(assertPrepared(databases.DATABASE_URL, JOBS, log)).resolves.toBeUndefined()
    expect(await dbMigrate()).toMatchObject({ code: 0, output: expect.stringContaining('Nothing to migrate') })
  },
  LONG_MS,
)

test(
  'a second db:migrate waits until the first has prepared the queues too',
  async () => {
    const { DATABASE_URL, MIGRATION_DATABASE_URL: ownerUrl } = databases
    const holder = new pg.Client({ connectionString: ownerUrl })
    await holder.connect()
    await holder.query('begin; lock table pgboss.queue in access exclusive mode')
    const preparing = prepareDatabase({ ownerUrl, appRole: new URL(DATABASE_URL).username }, JOBS)
    const waiting = `select 1 from pg_locks where relation = 'pgboss.queue'::regclass and not granted`
    await expect.poll(() => asOwner(waiting), { timeout: 60_000, interval: 20 }).toHaveLength(1)
    const isFree = await asOwner(`select pg_try_advisory_lock(${LOCK_KEYS.migration}) as free`)
    await holder.query('commit')
    await holder.end()
    await preparing
    expect(isFree).toEqual([{ free: false }])
  },
  LONG_MS,
)

test('a database without a queue of this version is refused by its name', async () => {
  await asOwner(`delete from pgboss.queue where name = 'settle-payment'`)
  await expect(assertPrepared(databases.DATABASE_URL, JOBS, log)).rejects.toThrow(
    'The database has no queue settle-payment. Run `npm run db:migrate` of this version.',
  )
})
