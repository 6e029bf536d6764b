import { sql } from 'kysely'
import type pg from 'pg'
import { StartupError } from '../errors/startup-error.ts'
import type { Db } from './client.ts'

/** Rows that are only ever added (docs/invariants.md I1): the application's role may not change or remove them. */
const APPEND_ONLY = ['ledger_transfers', 'ledger_entries', 'audit_log', 'page_versions', 'custody_signatures', 'events']
/** Functions that run with the owner's rights, for the application's role to call. */
const OWNERS_FUNCTIONS =
  'make_event_partitions(timestamptz), drop_event_partitions(timestamptz), delete_audit_lines(timestamptz, integer)'
const ALL_RIGHTS = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']

/**
 * Gives the application's role what it needs, and gives owners of tables back what they lack: PostgreSQL checks foreign
 * keys with the owner's rights, so an owner without them makes every write fail. Rights are never taken from an owner.
 */
export async function grantRights(client: pg.Client, appRole: string | undefined): Promise<void> {
  await healOwners(client)
  if (appRole === undefined) return
  const role = client.escapeIdentifier(appRole)
  const { rows } = await client.query<{ name: string; table: string }>(
    `select relname as table, c.oid::regclass::text as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition
      and pg_get_userbyid(relowner) <> $1
    order by relname`,
    [appRole],
  )
  if (rows.length === 0) return
  const tables = rows.map((row) => row.name).join(', ')
  const appendOnly = rows.filter((row) => APPEND_ONLY.includes(row.table)).map((row) => row.name)
  await client.query(`grant usage on schema public to ${role}`)
  await client.query(`grant select, insert, update, delete on ${tables} to ${role}`)
  await client.query(`grant usage on all sequences in schema public to ${role}`)
  await client.query(`grant execute on function ${OWNERS_FUNCTIONS} to ${role}`)
  if (appendOnly.length > 0)
    await client.query(`revoke update, delete, truncate on ${appendOnly.join(', ')} from ${role}`)
}

/** A start with one role for both addresses once revoked the owner's own rights. */
async function healOwners(client: pg.Client): Promise<void> {
  const lacks = ALL_RIGHTS.map((right) => `not has_table_privilege(relowner, c.oid, '${right}')`).join(' or ')
  const { rows } = await client.query<{ name: string; owner: string }>(
    `select c.oid::regclass::text as name, pg_get_userbyid(relowner) as owner from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and pg_has_role(relowner, 'usage') and (${lacks})`,
  )
  for (const { name, owner } of rows) await client.query(`grant all on ${name} to ${client.escapeIdentifier(owner)}`)
}

/**
 * Problems of the rights of the connection's role and of the tables' owners, in words for the operator.
 * `isOneRoleAllowed`: outside production the owner's role may be the application's too.
 */
export async function findRightsProblems(db: Db, options: { isOneRoleAllowed: boolean }): Promise<string[]> {
  const { rows } = await sql<{
    table: string
    role: string
    owner: string
    is_own: boolean
    may: string[]
    owner_may: string[]
  }>`
    select case nspname when 'public' then relname else nspname || '.' || relname end as table, current_user::text as role, pg_get_userbyid(relowner)::text as owner,
      pg_has_role(current_user, relowner, 'usage') as is_own,
      array(select r from unnest(${sql.lit('{select,insert,update,delete,truncate}')}::text[]) r where has_table_privilege(c.oid, r)) as may,
      array(select r from unnest(${sql.lit('{select,insert,update,delete}')}::text[]) r where has_table_privilege(relowner, c.oid, r)) as owner_may
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition
    order by nspname desc, relname`.execute(db)
  if (rows.length === 0) return ['the database has no tables of Verso']
  const problems = rows.flatMap(({ table, role, owner, is_own, may, owner_may }) => {
    const isAppendOnly = APPEND_ONLY.includes(table)
    const needed = isAppendOnly ? ['select', 'insert'] : ['select', 'insert', 'update', 'delete']
    const missing = needed
      .filter((right) => !may.includes(right))
      .map((right) => `${role} may not ${right} on ${table}`)
    const broken = ['select', 'insert', 'update', 'delete']
      .filter((right) => !owner_may.includes(right))
      .map((right) => `${owner}, who owns ${table}, may not ${right} on it`)
    const isFenced = !isAppendOnly || (is_own && options.isOneRoleAllowed)
    const excess = isFenced
      ? []
      : ['update', 'delete', 'truncate']
          .filter((right) => may.includes(right))
          .map((right) => `${role} may ${right} on ${table}`)
    return [...missing, ...broken, ...excess]
  })
  return [...new Set([...(await findOtherProblems(db)), ...problems])]
}

/** The schemas, the job queue's too, and the owner's functions. */
async function findOtherProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select current_user || ' may not use the schema ' || nspname as problem from pg_namespace
    where nspname in ('public', 'pgboss') and not has_schema_privilege(current_user, oid, 'usage')
    union all
    select current_user || ' may not execute ' || proname from pg_proc
    where pronamespace = 'public'::regnamespace and proname in ('make_event_partitions', 'drop_event_partitions', 'delete_audit_lines')
      and not has_function_privilege(current_user, oid, 'execute')`.execute(db)
  return rows.map(({ problem }) => problem)
}

/** @throws StartupError when the roles may do too little or too much */
export async function assertRights(db: Db, { isProduction }: { isProduction: boolean }): Promise<void> {
  const problems = await findRightsProblems(db, { isOneRoleAllowed: !isProduction })
  if (problems.length > 0) throw new StartupError(`The roles of the database are not right: ${shorten(problems)}`)
}

/** The first few; a role without any rights has a hundred problems. */
const shorten = (problems: string[]): string =>
  problems.slice(0, 5).join('; ') + (problems.length > 5 ? `; and ${problems.length - 5} more` : '')
