import { sql } from 'kysely'
import { after } from '../clock.ts'
import type { Sweep } from './task.ts'

const KEPT_MS = 3_600_000

/** The queue keeps every job as long as a failed one must be seen; what is done is not looked at again. */
export const deleteDoneJobsSweep: Sweep = {
  name: 'delete-done-jobs',
  everyMs: 5 * 60_000,
  run: async (ctx) => {
    const before = after(ctx.clock.now(), -KEPT_MS)
    await sql`delete from pgboss.job where state = 'completed' and completed_on < ${before}`.execute(ctx.db)
  },
}
