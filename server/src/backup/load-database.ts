import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { nameOf } from './dump-database.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { type BackupAccess, decompress, readPart } from './parts.ts'
import { DamagedPart } from './sealed-stream.ts'

/**
 * Fills the tables of a database of the same migrations, within the caller's transaction. Foreign keys and other indexes
 * are made again at the end, which also checks every reference; no trigger fires, as each row has been through it.
 */
export async function loadDatabase(access: BackupAccess, client: pg.Client, manifest: Manifest): Promise<void> {
  await client.query(`set local maintenance_work_mem = '256MB'`)
  for (const { name, parent, bound } of manifest.partitions) {
    const parts = [name, parent].map((one) => nameOf(client, { schema: 'public', name: one }))
    await client.query(`create table if not exists ${parts[0]} partition of ${parts[1]} ${bound}`)
  }
  const schemas = [...new Set(manifest.tables.map(({ schema }) => schema))]
  const all = await listTables(client, schemas)
  await client.query(`truncate ${all.join(', ')}`)
  const makeAgain = [...(await dropIndexes(client)), ...(await dropForeignKeys(client, schemas))]
  for (const table of all) await client.query(`alter table ${table} disable trigger user`)
  for (const table of manifest.tables) await loadTable(access, client, table)
  for (const statement of makeAgain) await client.query(statement)
  await client.query('analyze')
  for (const table of all) await client.query(`alter table ${table} enable trigger user`)
  for (const { name, last } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [nameOf(client, { schema: 'public', name }), last])
}

async function loadTable(access: BackupAccess, client: pg.Client, table: BackedUpTable): Promise<void> {
  const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(', ')
  const sink = client.query(copyFrom(`copy ${nameOf(client, table)} (${columns}) from stdin`))
  await pipeline(decompress(readPart(access, table.part)), sink)
  if (sink.rowCount !== table.rows)
    throw new DamagedPart(`${table.part.name} has ${sink.rowCount} rows instead of ${table.rows}`)
}

/** All tables, also those that a backup does not keep: they are emptied. */
async function listTables(client: pg.Client, schemas: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = any($1) and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations'`,
    [schemas],
  )
  return rows.map(({ name }) => name)
}

/** Those of constraints stay: they hold while the rows come in. How exactly an index is to be known is not in its definition. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string; targets: string[] }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, array(
      select format('alter index %s alter column %s set statistics %s', i.indexrelid::regclass, attnum, attstattarget)
      from pg_attribute where attrelid = i.indexrelid and attstattarget > 0
    ) as targets
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not i.indisunique and c.relkind = 'r' and not c.relispartition
      and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.flatMap(({ definition, targets }) => [definition, ...targets])
}

async function dropForeignKeys(client: pg.Client, schemas: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(o.oid) as definition
    from pg_constraint o join pg_namespace n on n.oid = connamespace
    where contype = 'f' and conparentid = 0 and nspname = any($1)`,
    [schemas],
  )
  for (const { name, table } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ name, table, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}
