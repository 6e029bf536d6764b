import pg from 'pg'

/**
 * The content of a backup: every row of our tables as it is now.
 * @returns a function that restores it: all that came afterwards is gone
 */
export async function snapshotBooks(ownerUrl: string): Promise<() => Promise<void>> {
  const tables = await onOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(format('%I', column_name), ', ' order by ordinal_position) as columns
       from information_schema.columns join pg_tables on tablename = table_name and schemaname = table_schema
       where table_schema = 'public' and is_generated = 'NEVER' and table_name <> 'schema_migrations'
         and tablename not in (select relname from pg_class where relispartition and relnamespace = 'public'::regnamespace)
       group by table_name`,
    )
    await client.query('drop schema if exists backup cascade; create schema backup')
    for (const { name } of rows) await client.query(`create table backup.${name} as table public.${name}`)
    return rows
  })
  return () =>
    onOwner(ownerUrl, async (client) => {
      await client.query('begin; set local session_replication_role = replica')
      await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
      for (const { name, columns } of tables)
        await client.query(
          `insert into ${name} (${columns}) overriding system value select ${columns} from backup.${name}`,
        )
      await client.query('commit')
    })
}

async function onOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}
