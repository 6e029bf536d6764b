import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { createLogger } from '../logger.ts'
import { openDatabase } from './client.ts'
import { findRightsProblems } from './grants.ts'
import { migrate } from './migrate.ts'

const DATABASE = `verso_grants_${process.pid}`
const APPEND_ONLY = 'ledger_transfers, ledger_entries, audit_log, page_versions, custody_signatures'
const appRole = new URL(inject('postgresAppUrl')).username
let ownerUrl: string
let dropOwner = async (): Promise<void> => undefined

/** Rights mean nothing to a superuser, so the owner here is none. */
beforeAll(async () => {
  const admin = new pg.Client({ connectionString: inject('postgresOwnerUrl') })
  await admin.connect()
  const url = new URL(await createDatabase(inject('postgresOwnerUrl'), DATABASE))
  const { rows } = await admin.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  )
  if (rows[0]?.rolsuper) {
    await admin.query(`create role ${DATABASE} login password 'plain'`)
    await admin.query(`alter database ${DATABASE} owner to ${DATABASE}`)
    url.username = DATABASE
    url.password = 'plain'
    dropOwner = async () => void (await admin.query(`drop role ${DATABASE}`))
  }
  ownerUrl = url.href
  const drop = dropOwner
  dropOwner = async () => {
    await dropDatabase(inject('postgresOwnerUrl'), DATABASE)
    await drop()
    await admin.end()
  }
})
afterAll(() => dropOwner())

async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

async function problems(url: string, options = { isOneRoleAllowed: false }): Promise<string[]> {
  const db = openDatabase(url, createLogger('silent'), { maxConnections: 1 })
  return findRightsProblems(db, options).finally(() => db.destroy())
}

const appUrl = () => Object.assign(new URL(inject('postgresAppUrl')), { pathname: `/${DATABASE}` }).href

/** An entry whose foreign key PostgreSQL looks up with the owner's rights. */
const POST = `begin;
  insert into ledger_accounts (id, kind, may_be_negative, created_at) values ('${crypto.randomUUID()}', 'PLATFORM_FEES', true, now());
  insert into ledger_transfers (id, kind, cause_type, cause_id, created_at) values ('${crypto.randomUUID()}', 'TEST', 'test', '${crypto.randomUUID()}', now());
  insert into ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
    select t.id, a.id, 1, 1, now() from ledger_transfers t, ledger_accounts a limit 1;
  rollback`

test('one role for both addresses keeps the owner’s rights, and the ledger takes entries', async () => {
  const owner = new URL(ownerUrl).username
  await migrate(ownerUrl, { appRole: owner })
  await asOwner(POST)
  expect(await problems(ownerUrl, { isOneRoleAllowed: true })).toEqual([])
  expect(await problems(ownerUrl)).toContain(`${owner} may update on ledger_entries`)
})

test('an owner without its own rights is found, and the next start gives them back', async () => {
  const owner = new URL(ownerUrl).username
  await asOwner(`revoke update, delete, truncate on ${APPEND_ONLY} from ${owner}`)
  await expect(asOwner(POST)).rejects.toThrow('permission denied')
  expect(await problems(ownerUrl, { isOneRoleAllowed: true })).toContain(
    `${owner}, who owns ledger_transfers, may not update on it`,
  )
  await migrate(ownerUrl, { appRole })
  await asOwner(POST)
  expect(await problems(ownerUrl, { isOneRoleAllowed: true })).toEqual([])
})

test('the application’s role may do what it needs and cannot change the ledger; more or less than that is found', async () => {
  await migrate(ownerUrl, { appRole })
  expect(await problems(appUrl())).toEqual([])
  await asOwner(`revoke insert on ledger_entries from ${appRole}; grant update on audit_log to ${appRole}`)
  expect(await problems(appUrl())).toEqual([
    `${appRole} may update on audit_log`,
    `${appRole} may not insert on ledger_entries`,
  ])
  await migrate(ownerUrl, { appRole })
  expect(await problems(appUrl())).toEqual([])
})

test('rights that the job queue and the events need are looked for too', async () => {
  await asOwner('create schema pgboss; create table pgboss.job (id int)')
  await asOwner('revoke execute on function make_event_partitions(timestamptz) from public')
  await asOwner(`revoke execute on function make_event_partitions(timestamptz) from ${appRole}`)
  expect(await problems(appUrl())).toEqual([
    `${appRole} may not use the schema pgboss`,
    `${appRole} may not execute make_event_partitions`,
    ...['select', 'insert', 'update', 'delete'].map((right) => `${appRole} may not ${right} on pgboss.job`),
  ])
  await asOwner(`grant usage on schema pgboss to ${appRole}; grant all on pgboss.job to ${appRole}`)
  await migrate(ownerUrl, { appRole })
  expect(await problems(appUrl())).toEqual([])
})
