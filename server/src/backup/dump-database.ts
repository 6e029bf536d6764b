import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connectClient } from '../db/connect-client.ts'
import { LOCK_KEYS } from '../db/direct/lock-keys.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { type BackupAccess, compress, writePart } from './parts.ts'

/** Tables whose rows are of no use to another process. Jobs are not kept either: they are only wake-ups, and sweeps find what is due. */
const NOT_KEPT = ['schema_migrations', 'heartbeats', 'live_frames']

type Table = Pick<BackedUpTable, 'schema' | 'name' | 'columns'>
export type Database = Pick<Manifest, 'postgres' | 'migrations' | 'tables' | 'partitions' | 'sequences'>

/** One transaction that sees the database as it was when it began, however long it takes. */
export async function openSnapshot(ownerUrl: string): Promise<pg.Client> {
  const client = await connectClient(ownerUrl, { statementTimeoutMs: 0 })
  await client.query('set idle_in_transaction_session_timeout = 0')
  // Else it would depend on the session how times and numbers are written.
  await client.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1`)
  await client.query('begin isolation level repeatable read read only')
  return client
}

/**
 * Nothing deletes the bytes of files until the returned function is called: what the snapshot has a row of is still there
 * when its turn comes. The lock ends with its connection, so a backup that is killed keeps nothing back.
 */
export async function keepBytes(ownerUrl: string): Promise<() => Promise<void>> {
  const client = await connectClient(ownerUrl, { statementTimeoutMs: 0 })
  await client.query('set idle_in_transaction_session_timeout = 0')
  // In a transaction, which a pooler leaves on one connection.
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEYS.bytes])
  return () => client.end()
}

/** Every row of our tables, a part for each table. */
export async function dumpDatabase(
  access: BackupAccess,
  client: pg.Client,
  { folder, schemas }: { folder: string; schemas: string[] },
): Promise<Database> {
  const { rows: migrations } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  const tables: BackedUpTable[] = []
  for (const table of await listTables(client, schemas)) tables.push(await dumpTable(access, client, table, folder))
  const { rows: server } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  return {
    postgres: server[0]?.version ?? '',
    migrations: migrations.map(({ name }) => name),
    tables,
    partitions: await listPartitions(client),
    // After the rows: sequences stand outside transactions, and never behind the rows.
    sequences: await listSequences(client),
  }
}

async function dumpTable(
  access: BackupAccess,
  client: pg.Client,
  table: Table,
  folder: string,
): Promise<BackedUpTable> {
  const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(', ')
  // As a query, which also reads a partitioned table.
  const rows = client.query(copyTo(`copy (select ${columns} from ${nameOf(client, table)}) to stdout`))
  const part = await writePart(access, `${folder}/${table.schema}.${table.name}`, compress(rows))
  return { ...table, rows: rows.rowCount, part }
}

export const nameOf = (client: pg.Client, { schema, name }: { schema: string; name: string }): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`

/** Partitions come with their tables; generated columns are made again. */
async function listTables(client: pg.Client, schemas: string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select nspname as schema, relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = any($1) and relkind in ('r', 'p') and not relispartition and relname <> all($2)
    order by nspname, relname`,
    [schemas, NOT_KEPT],
  )
  return rows
}

async function listPartitions(client: pg.Client): Promise<Database['partitions']> {
  const { rows } = await client.query<Database['partitions'][number]>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits join pg_class c on c.oid = inhrelid join pg_class p on p.oid = inhparent
    where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  return rows
}

async function listSequences(client: pg.Client): Promise<Database['sequences']> {
  const { rows } = await client.query<Database['sequences'][number]>(
    `select sequencename as name, last_value as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`,
  )
  return rows
}
