import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

const STEP_LINES = 1_000
const MAX_STEPS = 100

/** Deletes lines from before this time, the oldest first, by a function of the database's owner, which keeps five years for any time that it is given. */
export async function deleteOldLines(db: Db, before: Date): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const { rows } = await sql<{ deleted: number }>`
      select delete_audit_lines(${before}::timestamptz, ${STEP_LINES}::int) as deleted`.execute(db)
    if ((rows[0]?.deleted ?? 0) < STEP_LINES) return
  }
}
