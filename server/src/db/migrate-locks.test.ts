import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { StartupError } from '../errors/startup-error.ts'
import { migrate } from './migrate.ts'
import { listMigrations, readMigration } from './schema-version.ts'

const NAME = `verso_locks_${process.pid}`
let url: string
let clients: pg.Client[]

const open = async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  clients.push(client)
  return client
}

/** A database as the first migration left it, of which a forgotten transaction reads the members. */
beforeEach(async () => {
  clients = []
  url = await createDatabase(inject('postgresOwnerUrl'), NAME)
  const [first = ''] = await listMigrations()
  const client = await open()
  await client.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  await client.query(await readMigration(first))
  await client.query('insert into schema_migrations (name) values ($1)', [first])
  await client.query('begin')
  await client.query('select count(*) from users')
})
afterEach(async () => {
  for (const client of clients) await client.end()
  await dropDatabase(inject('postgresOwnerUrl'), NAME)
})

test('a migration behind an open transaction lets the site read on, and is done once that ends', async () => {
  const [holder] = clients
  const site = await open()
  const migrating = migrate(url, { lockTimeoutMs: 300 })
  await expect.poll(() => isWaiting(site), { timeout: 60_000, interval: 20 }).toBe(true)
  const { rows } = await site.query('select count(*)::int as members from users')
  expect(rows).toEqual([{ members: 0 }])
  await holder?.query('commit')
  expect((await migrating).length).toBeGreaterThan(0)
})

test('a migration whose table stays locked ends with one message that says what to look for', async () => {
  const migrating = migrate(url, { lockTimeoutMs: 50, patienceMs: 100 })
  await expect(migrating).rejects.toThrow(StartupError)
  await expect(migrating).rejects.toThrow(/0003_accounts\.sql.*pg_stat_activity/)
})

async function isWaiting(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and not granted and relation = 'users'::regclass`,
  )
  return rowCount === 1
}
