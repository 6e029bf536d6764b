import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const MIGRATIONS = new URL('./migrations/', import.meta.url)
// Any constant will do; it only has to be the same in every process of ours.
const MIGRATION_LOCK = 7_305_001

/**
 * Brings the database up to date as its owner: the numbered SQL files that are not in `schema_migrations`, each in its
 * own transaction, forward only, under an advisory lock so that several processes may start at once. Then gives the
 * application's role its rights: no update or delete on what is append-only (I1).
 */
export async function migrate(ownerUrl: string, options: { appRole?: string } = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = await applyPending(client)
    if (options.appRole) await grant(client, options.appRole)
    return applied
  } finally {
    await client.end()
  }
}

/** The migrations of this version that the database has not had, changing nothing. */
export async function listPendingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ is_new: boolean }>(
      `select to_regclass('schema_migrations') is null as is_new`,
    )
    return rows[0]?.is_new ? await listMigrations() : await listPending(client)
  } finally {
    await client.end()
  }
}

const listMigrations = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()

async function listPending(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map((row) => row.name))
  return (await listMigrations()).filter((name) => !done.has(name))
}

async function applyPending(client: pg.Client): Promise<string[]> {
  const pending = await listPending(client)
  for (const name of pending) {
    const sql = await readFile(new URL(name, MIGRATIONS), 'utf8')
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into schema_migrations (name) values ($1)', [name])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  return pending
}

const APPEND_ONLY = ['ledger_transfers', 'ledger_entries', 'audit_log', 'page_versions', 'custody_signatures']

async function grant(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  await client.query(`grant usage on schema public to ${name}`)
  await client.query(`grant select, insert, update, delete on all tables in schema public to ${name}`)
  await client.query(`grant usage on all sequences in schema public to ${name}`)
  await client.query(`revoke update, delete, truncate on ${APPEND_ONLY.join(', ')} from ${name}`)
}
