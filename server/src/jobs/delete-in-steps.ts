import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** Rows of one table that are no longer needed. */
export type Expired = {
  table: string
  /** The columns that name a row. */
  key: readonly string[]
  /** The condition of rows past their time; an index serves it. */
  where: RawBuilder<boolean>
}

const STEP_ROWS = 1_000
const MAX_STEPS = 100

/**
 * Deletes what has expired, a step at a time, each in a short transaction of its own: no statement holds many rows for long,
 * and a row that another transaction holds is left for the next round. What is left after the last step comes next time.
 * @returns how many rows were deleted
 */
export async function deleteInSteps(
  db: Db,
  expired: Expired,
  { stepRows = STEP_ROWS, maxSteps = MAX_STEPS }: { stepRows?: number; maxSteps?: number } = {},
): Promise<number> {
  let total = 0
  for (let step = 0; step < maxSteps; step++) {
    const deleted = await deleteStep(db, expired, stepRows)
    total += deleted
    if (deleted < stepRows) break
  }
  return total
}

async function deleteStep(db: Db, { table, key, where }: Expired, rows: number): Promise<number> {
  const name = sql.table(table)
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows } = await sql`
    with expired as materialized (select ${columns} from ${name} where ${where} limit ${rows} for update skip locked)
    delete from ${name} where (${columns}) in (select ${columns} from expired)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
