import type pg from 'pg'
import { oldestCodeFor } from './schema-version.ts'

/** For what PostgreSQL refuses inside a transaction, like `create index concurrently`. */
const APART = /^-- outside a transaction$/m
const CONCURRENT_INDEX = /create (?:unique )?index concurrently if not exists (\w+)/gi
/** Each statement ends a line. */
const STATEMENT_END = /;\s*$/m

/** Applies one migration and records it; with a lock that is not free it leaves nothing half done, and may be tried again. */
export async function applyMigration(client: pg.Client, name: string, text: string): Promise<void> {
  if (APART.test(text)) await applyApart(client, text)
  await client.query('begin')
  try {
    if (!APART.test(text)) await client.query(text)
    await recordMigration(client, name, text)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The same in an empty database within the caller's transaction, where an index is built at once. */
export async function applyToEmpty(client: pg.Client, name: string, text: string): Promise<void> {
  await client.query(text.replace(/\bindex concurrently\b/gi, 'index'))
  await recordMigration(client, name, text)
}

const recordMigration = (client: pg.Client, name: string, text: string) =>
  client.query('insert into schema_migrations (name, oldest_code) values ($1, $2)', [name, oldestCodeFor(name, text)])

/**
 * One statement after the other, each of which may be repeated: what ended in between begins anew. The waits of a concurrent build hold
 * up no query, so they are not cut short; an index that one was interrupted at is invalid and in the way of the next.
 */
async function applyApart(client: pg.Client, text: string): Promise<void> {
  const { rows } = await client.query<{ lock_timeout: string }>('show lock_timeout')
  await client.query('set lock_timeout = 0')
  try {
    for (const [, index = ''] of text.matchAll(CONCURRENT_INDEX)) await dropInvalid(client, index)
    for (const statement of text.split(STATEMENT_END).filter((part) => /^[^-\s]/m.test(part)))
      await client.query(statement)
  } finally {
    await client.query(`select set_config('lock_timeout', $1, false)`, [rows[0]?.lock_timeout])
  }
}

async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rowCount) await client.query(`drop index concurrently if exists ${client.escapeIdentifier(index)}`)
}
