import type { Client } from 'pg'

const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  'character varying': 'string',
  numeric: 'string',
  boolean: 'boolean',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  bytea: 'Buffer',
  'timestamp with time zone': 'Date',
  xid8: 'string',
  jsonb: 'Json',
  // Of ids; there is no other.
  ARRAY: 'string[]',
}

type Column = {
  table_name: string
  column_name: string
  data_type: string
  is_nullable: 'YES' | 'NO'
  has_default: boolean
  is_always: boolean
  allowed: string | null
}

/**
 * Kysely's table types, read from a migrated database. A text column whose check allows a list of values becomes the
 * union of them, so a misspelt status does not compile.
 */
export async function generateTypes(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.table_name, c.column_name, c.data_type, c.is_nullable,
      c.column_default is not null or c.is_identity = 'YES' as has_default,
      coalesce(c.identity_generation = 'ALWAYS', false) as is_always,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = format('public.%I', c.table_name)::regclass and k.contype = 'c' and k.conkey = array[c.ordinal_position::smallint]
          and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' limit 1) as allowed
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migrations'
      and c.table_name not in (select relname from pg_class where relispartition and relnamespace = 'public'::regnamespace)
    order by c.table_name, c.ordinal_position`)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const bodies = [...tables].map(
    ([table, columns]) => `export interface ${typeName(table)}Table {\n${columns.map(columnLine).join('\n')}\n}`,
  )
  const index = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)}Table`).join('\n')
  return [
    "// Generated from the migrated database by `npm run db:types`; not edited by hand.\nimport type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
    '/** Read as parsed JSON, written as a string. */\nexport type Json = ColumnType<unknown, string, string>',
    ...bodies,
    `export interface DB {\n${index}\n}\n`,
  ].join('\n\n')
}

const typeName = (table: string) => table.replace(/(^|_)(\w)/g, (_, _gap, letter: string) => letter.toUpperCase())

function columnLine(column: Column): string {
  const values = column.allowed ? [...column.allowed.matchAll(/'([^']+)'::text/g)].map((match) => `'${match[1]}'`) : []
  const base = values.length > 0 ? values.join(' | ') : TYPES[column.data_type]
  if (base === undefined)
    throw new Error(`no type for ${column.table_name}.${column.column_name} (${column.data_type})`)
  const nullable = column.is_nullable === 'YES' ? `${base} | null` : base
  const type = column.is_always
    ? `GeneratedAlways<${nullable}>`
    : column.has_default
      ? `Generated<${nullable}>`
      : nullable
  return `  ${column.column_name}: ${type}`
}
