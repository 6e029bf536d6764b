import { LIST_TOTAL_MAX } from '@verso/protocol/limits'
import { type Expression, sql } from 'kysely'
import type { Db, Tx } from './client.ts'

/** Counts these rows no further than tells that they are more than a list says (docs/rules.md R26). */
export async function countRows(db: Db | Tx, rows: Expression<unknown>): Promise<number> {
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from (select from (${rows}) as found limit ${sql.lit(LIST_TOTAL_MAX + 1)}) as counted`.execute(
    db,
  )
  return counts[0]?.total ?? 0
}
