import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { listPendingMigrations, migrate } from './migrate.ts'

const DATABASE = `verso_migrations_${process.pid}`
const FIRST = '0001_foundation.sql'
let url: string
let client: pg.Client

/** A database as the first migration left it. */
beforeAll(async () => {
  url = await createDatabase(inject('postgresOwnerUrl'), DATABASE)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  await client.query(await readFile(new URL(`migrations/${FIRST}`, import.meta.url), 'utf8'))
  await client.query('insert into schema_migrations (name) values ($1)', [FIRST])
})
afterAll(async () => {
  await client.end()
  await dropDatabase(inject('postgresOwnerUrl'), DATABASE)
})

test('a database of the first migration gets the later ones once, and categories that differ in their case stay apart', async () => {
  await client.query(`insert into categories (name, position) values ('Glass', 90), ('GLASS', 91)`)
  const pending = await listPendingMigrations(url)
  const applied = await migrate(url)
  expect(pending).toEqual(applied)
  expect(applied).not.toContain(FIRST)
  expect(applied.length).toBeGreaterThan(0)
  const { rows } = await client.query(`select name from categories where name ilike 'glass%' order by id`)
  expect(rows).toEqual([{ name: 'Glass' }, { name: expect.stringMatching(/^GLASS \d+$/) }])
  expect(await migrate(url)).toEqual([])
  expect(await listPendingMigrations(url)).toEqual([])
})
