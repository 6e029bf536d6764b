import pg from 'pg'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { createLogger } from '../logger.ts'
import { StartupError } from '../errors/startup-error.ts'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { assertSchemaFits, compareSchema, listMigrations, oldestCodeFor, versionOf } from './schema-version.ts'

const NAME = `verso_schema_${process.pid}`
const log = createLogger('error')
let url: string

beforeEach(async () => {
  await dropDatabase(inject('postgresOwnerUrl'), NAME).catch(() => undefined)
  url = await createDatabase(inject('postgresOwnerUrl'), NAME)
})
afterAll(() => dropDatabase(inject('postgresOwnerUrl'), NAME))

async function withDatabase<T>(work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const db = openDatabase(url, log, { maxConnections: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
async function execute(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(text, values).finally(() => client.end())
}
/** Records a migration as a later version would have. */
const recordNewer = (oldestCode: number | null) =>
  execute(`insert into schema_migrations (name, oldest_code) values ('9001_later.sql', $1)`, [oldestCode])

test('each migration has a number of its own, which is the version of its code', async () => {
  const versions = (await listMigrations()).map(versionOf)
  expect(versions).toEqual([...new Set(versions)])
})

test('a database without this version’s migrations is refused, and nothing is changed', async () => {
  await expect(withDatabase(assertSchemaFits)).rejects.toThrow(StartupError)
  await expect(withDatabase(assertSchemaFits)).rejects.toThrow('0001_foundation.sql')
  expect((await execute(`select to_regclass('schema_migrations') as there`)).rows).toEqual([{ there: null }])
  await migrate(url)
  await expect(withDatabase(assertSchemaFits)).resolves.toBeUndefined()
})

test('a migration of newer code refuses a start of older code that it does not work with, and allows one that it does', async () => {
  await migrate(url)
  const own = Math.max(...(await listMigrations()).map(versionOf))
  await recordNewer(own)
  expect(await migrate(url)).toEqual([])
  await expect(withDatabase(assertSchemaFits)).resolves.toBeUndefined()
  await execute(`update schema_migrations set oldest_code = $1 where name = '9001_later.sql'`, [own + 1])
  const refusal = /too old for its database.*9001_later\.sql/
  await expect(migrate(url)).rejects.toThrow(refusal)
  await expect(withDatabase(assertSchemaFits)).rejects.toThrow(refusal)
})

test('a newer migration that says nothing of older code refuses it, and the application’s role keeps its rights', async () => {
  await migrate(url)
  await recordNewer(null)
  await expect(migrate(url, { appRole: 'verso_app' })).rejects.toThrow(StartupError)
})

test('older code that a newer database allows grants nothing over what the newer code has granted', async () => {
  const own = Math.max(...(await listMigrations()).map(versionOf))
  await migrate(url, { appRole: 'verso_app' })
  await recordNewer(own)
  await execute('create table later_evidence (id int); grant select on later_evidence to verso_app')
  await migrate(url, { appRole: 'verso_app' })
  const { rows } = await execute(`select has_table_privilege('verso_app', 'later_evidence', 'delete') as may`)
  expect(rows).toEqual([{ may: false }])
})

test('a table of migrations from before the versions were recorded is read, and gets the column', async () => {
  await migrate(url)
  await execute('alter table schema_migrations drop column oldest_code')
  await expect(withDatabase(assertSchemaFits)).resolves.toBeUndefined()
  expect(await migrate(url)).toEqual([])
  await recordNewer(1)
})

test('a migration states the oldest code that works with it, or none does', () => {
  expect(oldestCodeFor('0012_x.sql', '-- Why.\n-- oldest code that works with this: 9\ncreate table x ();')).toBe(9)
  expect(oldestCodeFor('0012_x.sql', 'create table x ();')).toBe(12)
  const known = ['0001_a.sql', '0002_b.sql']
  expect(compareSchema([{ name: '0001_a.sql', oldest_code: null }], known)).toEqual({
    pending: ['0002_b.sql'],
    newer: [],
  })
})
