import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { applyMigration } from './apply-migration.ts'
import { migrate } from './migrate.ts'

const NAME = `verso_apart_${process.pid}`
let clients: pg.Client[]
let client: pg.Client

beforeAll(async () => {
  const url = await createDatabase(inject('postgresOwnerUrl'), NAME)
  await migrate(url)
  clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  for (const each of clients) await each.connect()
  client = clients[0] as pg.Client
  await client.query('set lock_timeout = 3000')
})
afterAll(async () => {
  for (const each of clients) await each.end()
  await dropDatabase(inject('postgresOwnerUrl'), NAME)
})

const APART = `-- Members are found by their occupation.
-- outside a transaction
-- oldest code that works with this: 1
create index concurrently if not exists users_occupation on users (occupation);
create index concurrently if not exists users_bio on users (md5(bio))
  where bio is not null;
`
const readIndexes = async () =>
  (
    await client.query(
      `select indexrelid::regclass::text as name, indisvalid as is_valid from pg_index where indexrelid::regclass::text in ('users_occupation', 'users_bio') order by 1`,
    )
  ).rows
const VALID = [
  { name: 'users_bio', is_valid: true },
  { name: 'users_occupation', is_valid: true },
]

test('a migration outside a transaction builds indexes while members are written, and after an interrupted try', async () => {
  const [, writer] = clients
  await client.query(
    `insert into users (id, email, created_at, updated_at)
    select gen_random_uuid(), n || '@example.test', now(), now() from generate_series(1, 2) n`,
  )
  // A build that fails leaves it as one that was cut off.
  const build = client.query('create unique index concurrently users_occupation on users ((true))')
  await expect(build).rejects.toThrow('users_occupation')
  expect(await readIndexes()).toEqual([{ name: 'users_occupation', is_valid: false }])
  await writer?.query(`begin; insert into settings (key, value, updated_at) values ('t', '1', now())`)
  const applying = applyMigration(client, '9001_indexes.sql', APART)
  await writer?.query('commit')
  await applying
  expect(await readIndexes()).toEqual(VALID)
  const { rows } = await client.query(`select oldest_code from schema_migrations where name = '9001_indexes.sql'`)
  expect(rows).toEqual([{ oldest_code: 1 }])
  expect((await client.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '3s' }])
})

test('one that was done but not recorded is done again without harm', async () => {
  await client.query(`delete from schema_migrations where name = '9001_indexes.sql'`)
  await applyMigration(client, '9001_indexes.sql', APART)
  expect(await readIndexes()).toEqual(VALID)
})

test('one that fails is not recorded', async () => {
  const failing = '-- outside a transaction\ncreate index concurrently if not exists x on none (id);\n'
  await expect(applyMigration(client, '9002_failing.sql', failing)).rejects.toThrow('"none" does not exist')
  expect((await client.query(`select 1 from schema_migrations where name = '9002_failing.sql'`)).rowCount).toBe(0)
})
