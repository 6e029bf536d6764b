import { type Expression, type SqlBool, sql } from 'kysely'
import type { USER_SORTS } from '@verso/protocol/users'
import type { Db } from '../../db/client.ts'
import { type Cursor, decodeCursor, pageOf } from '../../http/page.ts'
import type { UserRow } from '../../identity/members/queries.ts'

export type UserSort = (typeof USER_SORTS)[number]
const EXACT_TOTAL_UP_TO = 10_000

/** The expression of the index `users_search`; the two must stay the same. */
const searchText = sql`(coalesce(display_name, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)`
const matches = (search: string): Expression<SqlBool> =>
  sql<SqlBool>`${searchText} ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`

/** One page of the members that are not deleted, by keyset. */
export async function listUsers(
  db: Db,
  options: { search: string | undefined; sort: UserSort; limit: number; cursor: string | undefined },
): Promise<{ rows: UserRow[]; nextCursor: string | null; total: number }> {
  const column = options.sort.replace('-', '') as 'created_at' | 'email'
  const direction = options.sort.startsWith('-') ? 'desc' : 'asc'
  let query = db.selectFrom('users').selectAll().where('status', '<>', 'DELETED')
  if (options.search) query = query.where(matches(options.search))
  const after = decodeCursor(options.cursor, options.sort)
  if (after) query = query.where(comesAfter(column, direction, after))
  const rows = await query
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(options.limit + 1)
    .execute()
  const page = pageOf(rows, options.limit, (row) => ({ key: keyOf(row, column), id: row.id, sort: options.sort }))
  return { ...page, total: await countUsers(db, options.search) }
}

const keyOf = (row: UserRow, column: 'created_at' | 'email') =>
  column === 'email' ? row.email : row.created_at.toISOString()

function comesAfter(
  column: 'created_at' | 'email',
  direction: 'asc' | 'desc',
  { key, id }: Cursor,
): Expression<SqlBool> {
  const value = column === 'email' ? sql`${key}` : sql`${asDate(key)}::timestamptz`
  return sql<SqlBool>`(${sql.ref(column)}, id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${value}, ${id}::uuid)`
}

/** A cursor comes from outside: what is no time of ours finds nothing rather than failing in the database. */
const asDate = (key: string): Date => new Date(/^\d{4}-/.test(key) && !Number.isNaN(Date.parse(key)) ? key : 0)

/** Exact up to 10,000, from there the planner's estimate (docs/rules.md R26). */
async function countUsers(db: Db, search: string | undefined): Promise<number> {
  let some = db
    .selectFrom('users')
    .select('id')
    .where('status', '<>', 'DELETED')
    .limit(EXACT_TOTAL_UP_TO + 1)
  if (search) some = some.where(matches(search))
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total <= EXACT_TOTAL_UP_TO || search) return total
  const { rows } = await sql<{ estimate: number }>`
    select reltuples::bigint as estimate from pg_class where oid = 'users'::regclass`.execute(db)
  return Math.max(rows[0]?.estimate ?? 0, total)
}
