import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { applyMigration } from './apply-migration.ts'
import { migrate } from './migrate.ts'
import { listMigrations, readMigration, versionOf } from './schema-version.ts'

const NAME = `verso_keys_${process.pid}`
const VERSION_BEFORE = 35
/** The tables that only grow, and their column of time. */
const TIMES = {
  audit_log: 'created_at',
  events: 'recorded_at',
  ledger_entries: 'created_at',
  messages: 'created_at',
  payment_events: 'received_at',
}
const AT = '2026-01-31T23:59:59.123456Z'
let url: string
let client: pg.Client

/** A database of the version before, with a row of everything, and a process that goes on writing while it is migrated. */
beforeAll(async () => {
  url = await createDatabase(inject('postgresOwnerUrl'), NAME)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now(), oldest_code int)',
  )
  for (const name of (await listMigrations()).filter((each) => versionOf(each) <= VERSION_BEFORE))
    await applyMigration(client, name, await readMigration(name))
  await insertRows('before')
  const migrating = migrate(url)
  await insertRows('meanwhile')
  await migrating
  await insertRows('after')
})
afterAll(async () => {
  await client.end()
  await dropDatabase(inject('postgresOwnerUrl'), NAME)
})

/** As the version before writes them. */
async function insertRows(name: string): Promise<void> {
  await client.query('begin')
  const { rows } = await client.query<{ id: string }>(
    `insert into audit_log (action, subject_type, subject_id, created_at) values ('sign-in', 'user', $1, $2) returning id`,
    [name, AT],
  )
  await client.query(
    `insert into audit_origins (audit_id, address, device, created_at) values ($1, '203.0.113.7', 'Chrome', $2)`,
    [rows[0]?.id, AT],
  )
  await client.query('commit')
  await client.query(
    `insert into messages (id, channel, recipient, body_text, due_at, created_at) values (gen_random_uuid(), 'email', '${name}', '', $1, $1)`,
    [AT],
  )
  await client.query(
    `insert into payment_events (id, provider, event_id, type, body, received_at) values (gen_random_uuid(), 'stripe', '${name}', 'x', '{}', $1)`,
    [AT],
  )
  await client.query(
    `with transfer as (
      insert into ledger_transfers (id, kind, cause_type, cause_id, created_at) values (gen_random_uuid(), 'TEST', 'test', gen_random_uuid(), $1)
      returning id),
    account as (
      insert into ledger_accounts (id, kind, may_be_negative, created_at) values (gen_random_uuid(), 'PLATFORM_FEES', true, $1)
      on conflict (kind, user_id, currency) do update set balance_cents = 0 returning id)
    insert into ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
    select transfer.id, account.id, cents, 0, $1::timestamptz from transfer, account, unnest(array[5, -5]) as cents`,
    [AT],
  )
}

const refusal = (text: string, values: unknown[] = []): Promise<string> =>
  client.query(text, values).then(
    () => 'taken',
    (error: Error) => error.message,
  )

test('what only grows has its time in its key, and each other unique rule is one that docs/operations/scale.md names', async () => {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select relname::text as table, array(
      select attname::text from unnest(indkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = indrelid and a.attnum = k.attnum order by place) as columns
    from pg_index join pg_class c on c.oid = indrelid
    where relname = any($1) and indisunique order by relname, indisprimary desc`,
    [Object.keys(TIMES)],
  )
  const keys = Object.entries(TIMES).map(([table, time]) => ({ table, columns: ['id', time] }))
  expect(rows).toEqual([...keys, { table: 'payment_events', columns: ['provider', 'event_id'] }])
})

test('rows of before, and what was written meanwhile by the version before, are there', async () => {
  const { rows } = await client.query(
    `select subject_id as name from audit_log join audit_origins o on (o.audit_id, o.created_at) = (audit_log.id, audit_log.created_at)
    where audit_log.created_at = $1
    intersect select recipient from messages where created_at = $1 intersect select event_id from payment_events where received_at = $1
    order by name`,
    [AT],
  )
  expect(rows).toEqual([{ name: 'after' }, { name: 'before' }, { name: 'meanwhile' }])
  const { rows: entries } = await client.query(
    'select count(*)::int as n, count(distinct id)::int as ids from ledger_entries',
  )
  expect(entries).toEqual([{ n: 6, ids: 6 }])
})

test('duplicates are refused as before: of a provider’s event, of a row, of an id that the database gives', async () => {
  const again = `insert into payment_events (id, provider, event_id, type, body, received_at) values (gen_random_uuid(), 'stripe', 'before', 'x', '{}', now())`
  expect(await refusal(again)).toContain('payment_events_provider_event_id_key')
  expect(await refusal('insert into messages select * from messages limit 1')).toContain('messages_pkey')
  const same = `insert into payment_events (id, provider, event_id, type, body, received_at) select id, provider, 'another', type, body, received_at from payment_events limit 1`
  expect(await refusal(same)).toContain('payment_events_pkey')
  for (const table of ['audit_log', 'ledger_entries'])
    expect(await refusal(`insert into ${table} select * from ${table} limit 1`)).toContain('column "id"')
})

test('an origin without its line is refused, also with the time of another', async () => {
  const insert = `insert into audit_origins (audit_id, address, device, created_at) values ($1, '', '', $2)`
  expect(await refusal(insert, [1_000_000, AT])).toContain('audit_origins_line')
  await client.query('delete from audit_origins where audit_id = 1')
  expect(await refusal(insert, [1, '2026-02-01T00:00:00Z'])).toContain('audit_origins_line')
  expect(await refusal(insert, [1, AT])).toBe('taken')
})

test('each of them becomes the first partition of itself as it is, and none of its rows or keys is written anew', async () => {
  const { events: _isPartitioned, ...whole } = TIMES
  for (const [table, time] of Object.entries(whole)) {
    await client.query('begin')
    const filesOf = `select relname, pg_relation_filenode(oid) as file from pg_class where oid = '${table}_before'::regclass or relname = '${table}_pkey' order by 1`
    await client.query(divide(table, time))
    const { rows: before } = await client.query(filesOf)
    await client.query(
      `alter table ${table} attach partition ${table}_before for values from (minvalue) to ('2026-02-01')`,
    )
    expect((await client.query(filesOf)).rows).toEqual(before)
    const { rows } = await client.query(`select tableoid::regclass::text as place from ${table} group by 1`)
    expect(rows).toEqual([{ place: `${table}_before` }])
    await client.query('rollback')
  }
})

/** The steps of docs/operations/scale.md up to the attachment. An identity is the whole table's: a partition has none. */
const divide = (table: string, time: string): string => `
  alter table ${table} rename to ${table}_before;
  ${table === 'audit_log' ? 'alter table audit_origins drop constraint audit_origins_line;' : ''}
  ${['audit_log', 'ledger_entries'].includes(table) ? `alter table ${table}_before alter column id drop identity;` : ''}
  create table ${table} (like ${table}_before including defaults including constraints, primary key (id, ${time})) partition by range (${time});
  create table ${table}_2026_02 partition of ${table} for values from ('2026-02-01') to ('2026-03-01')`
