import { LIST_TOTAL_MAX } from '@verso/protocol/limits'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './client.ts'

/** How many these rows are, counted no further than tells that they are more than a list says (docs/rules.md R26). */
export const countOf = (rows: Expression<unknown>): RawBuilder<number> =>
  sql`(select count(*) from (select from (${rows}) as found limit ${sql.lit(LIST_TOTAL_MAX + 1)}) as counted)`

export async function countRows(db: Db | Tx, rows: Expression<unknown>): Promise<number> {
  const { rows: counts } = await sql<{ total: number }>`select ${countOf(rows)} as total`.execute(db)
  return counts[0]?.total ?? 0
}
