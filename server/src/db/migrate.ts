import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { applyMigration, applyToEmpty } from './apply-migration.ts'
import { connectClient } from './connect-client.ts'
import { LOCK_KEYS } from './direct/lock-keys.ts'
import { grantRights } from './grants.ts'
import { LONG_STATEMENT_TIMEOUT_MS } from './open-pool.ts'
import { LOCK_TIMEOUT_MS, MAX_PATIENCE_MS, retryLocked } from './retry-locked.ts'
import { APPLIED_QUERY, type AppliedMigration, compareSchema, listMigrations, readMigration } from './schema-version.ts'

const LOCK_POLL_MS = 250

export type MigrateOptions = {
  appRole?: string
  lockTimeoutMs?: number
  /** How long locks are tried for, before the start is refused. */
  patienceMs?: number
  /** Called before another process may begin. */
  underLock?: () => Promise<void>
}

/**
 * Brings the database up to date as its owner: the numbered SQL files that are not in `schema_migrations`, each in its
 * own transaction unless it says otherwise, forward only, under an advisory lock so that several processes may start at once. Then gives the
 * application's role its rights: no update or delete on what is append-only (docs/invariants.md I1).
 * @throws StartupError for a database that this code is too old for, and for locks that do not come free
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const lockTimeoutMs = options.lockTimeoutMs ?? LOCK_TIMEOUT_MS
  const client = await connectClient(ownerUrl, { statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS, lockTimeoutMs })
  const deadlineMs = performance.now() + (options.patienceMs ?? MAX_PATIENCE_MS)
  try {
    await takeMigrationLock(client)
    await retryLocked(deadlineMs, 'of schema_migrations', () => prepareTable(client))
    const { pending, newer } = compareSchema(await listApplied(client), await listMigrations())
    for (const name of pending)
      await retryLocked(deadlineMs, name, async () => applyMigration(client, name, await readMigration(name)))
    // The newer code has granted what its own tables allow; this code does not know them.
    if (newer.length === 0) await grantRights(client, options.appRole)
    await options.underLock?.()
    return pending
  } finally {
    await client.end()
  }
}

/** The migrations of this version that the database has not had, changing nothing. */
export async function listPendingMigrations(url: string): Promise<string[]> {
  const client = await connectClient(url, { statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS })
  try {
    const { rows } = await client.query<{ is_new: boolean }>(
      `select to_regclass('schema_migrations') is null as is_new`,
    )
    return compareSchema(rows[0]?.is_new ? [] : await listApplied(client), await listMigrations()).pending
  } finally {
    await client.end()
  }
}

/** True before the first migration. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = await connectClient(url, { statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS })
  try {
    const { rows } = await client.query<{ is_new: boolean }>(
      `select to_regclass('schema_migrations') is null as is_new`,
    )
    return rows[0]?.is_new ?? true
  } finally {
    await client.end()
  }
}

const listApplied = async (client: pg.Client): Promise<AppliedMigration[]> =>
  (await client.query<AppliedMigration>(APPLIED_QUERY)).rows

/** Another process that migrates takes as long as its migrations do, so this has no deadline of its own. */
async function takeMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK_KEYS.migration,
    ])
    if (rows[0]?.taken) return
    await sleep(LOCK_POLL_MS)
  }
}

async function prepareTable(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now(), oldest_code int)',
  )
  // `add column if not exists` takes its lock even where nothing is to be added.
  const { rowCount } = await client.query(
    `select 1 from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'oldest_code'`,
  )
  if (rowCount === 0) await client.query('alter table schema_migrations add column oldest_code int')
}

/** Makes the tables of these migrations in an empty database, within the caller's transaction: for a restore. */
export async function applyWithin(client: pg.Client, names: readonly string[]): Promise<void> {
  await prepareTable(client)
  for (const name of names) await applyToEmpty(client, name, await readMigration(name))
}
