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
  await insertMembers()
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

test('an unverified address that had been registered twice opens by its mailbox only, and counted failures stay', async () => {
  const { rows: members } = await client.query(
    `select email, registered_again_at is not null as again from users order by email`,
  )
  expect(members).toEqual([
    { email: 'forgot@example.test', again: false },
    { email: 'once@example.test', again: false },
    { email: 'twice@example.test', again: true },
  ])
  const { rows: links } = await client.query(
    `select target from verification_codes where purpose = 'VERIFY_EMAIL' and expires_at > '2026-01-01T01:00Z' order by target`,
  )
  expect(links).toEqual([{ target: 'once@example.test' }])
  const { rows: failures } = await client.query('select failures, session_id from second_factor_failures')
  expect(failures).toEqual([{ failures: 3, session_id: null }])
  const { rows: messages } = await client.query('select recipient, user_id is not null as is_known from messages')
  expect(messages).toEqual([{ recipient: '+94770000001', is_known: true }])
})

/** Accounts as they were: registered once, registered twice, and verified with a forgotten password. */
async function insertMembers(): Promise<void> {
  const at = '2026-01-01T00:00Z'
  await client.query(
    `insert into users (id, email, email_verified_at, password_hash, phone, created_at, updated_at) values
      (gen_random_uuid(), 'once@example.test', null, 'hash', null, $1, $1),
      (gen_random_uuid(), 'twice@example.test', null, 'hash', null, $1, $1),
      (gen_random_uuid(), 'forgot@example.test', $1, 'hash', '+94770000001', $1, $1)`,
    [at],
  )
  await client.query(
    `insert into verification_codes (id, user_id, purpose, target, code_hash, created_at, sent_at, expires_at)
    select gen_random_uuid(), users.id, purpose, email, email || purpose, $1, $1, $1::timestamptz + interval '1 day'
    from users cross join unnest(array['VERIFY_EMAIL', 'RESET_PASSWORD']) as purpose
    where (email, purpose) in (('once@example.test', 'VERIFY_EMAIL'), ('twice@example.test', 'VERIFY_EMAIL'),
      ('twice@example.test', 'RESET_PASSWORD'), ('forgot@example.test', 'RESET_PASSWORD'))`,
    [at],
  )
  await client.query(`insert into second_factor_failures (user_id, failures)
    select id, 3 from users where email = 'once@example.test'`)
  await client.query(
    `insert into messages (id, channel, recipient, body_text, due_at, created_at)
    values (gen_random_uuid(), 'sms', '+94770000001', 'code', $1, $1)`,
    [at],
  )
}
