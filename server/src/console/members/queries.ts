import { type Expression, type SqlBool, sql } from 'kysely'
import type { USER_SORTS } from '@verso/protocol/users'
import type { Db } from '../../db/client.ts'
import { countRows } from '../../db/count-rows.ts'
import { escapeLike } from '../../db/like-pattern.ts'
import { TIME_KEY, timeKey, timeOfKey } from '../../db/times.ts'
import { invalidField } from '../../http/app-error.ts'
import { type Cursor, decodeCursor, pageOf } from '../../http/page.ts'
import type { UserRow } from '../../identity/members/queries.ts'

export type UserSort = (typeof USER_SORTS)[number]

/** The expression of the index `users_search`; the two must stay the same. */
const searchText = sql`(coalesce(display_name, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)`
const matches = (search: string): Expression<SqlBool> => sql<SqlBool>`${searchText} ilike ${`%${escapeLike(search)}%`}`

/** One page of the members that are not deleted, by keyset. */
export async function listUsers(
  db: Db,
  options: { search: string | undefined; sort: UserSort; limit: number; cursor: string | undefined },
): Promise<{ rows: UserRow[]; nextCursor: string | null; total: number }> {
  const column = options.sort.replace('-', '') as 'created_at' | 'email'
  const direction = options.sort.startsWith('-') ? 'desc' : 'asc'
  let found = db.selectFrom('users').where('status', '<>', 'DELETED')
  if (options.search) found = found.where(matches(options.search))
  let query = found.selectAll().select(timeKey(sql`created_at`).as('time_key'))
  const after = decodeCursor(options.cursor, options.sort)
  if (after) query = query.where(comesAfter(column, direction, after))
  const rows = await query
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(options.limit + 1)
    .execute()
  const page = pageOf(rows, options.limit, ({ id, email, time_key }) => ({
    key: column === 'email' ? email : time_key,
    id,
    sort: options.sort,
  }))
  return { ...page, total: await countRows(db, found) }
}

function comesAfter(
  column: 'created_at' | 'email',
  direction: 'asc' | 'desc',
  { key, id }: Cursor,
): Expression<SqlBool> {
  if (column === 'created_at' && !TIME_KEY.test(key)) throw invalidField('cursor', 'Invalid cursor')
  const value = column === 'email' ? sql`${key}` : timeOfKey(key)
  return sql<SqlBool>`(${sql.ref(column)}, id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${value}, ${id}::uuid)`
}
