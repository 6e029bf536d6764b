import { sql } from 'kysely'
import { after } from '../clock.ts'
import type { Sweep } from '../context.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Makes the months ahead and drops those past their time, by functions of the database's owner. A month with an event that a
 * consumer has not handled is left.
 */
export const keepEventPartitionsSweep: Sweep = {
  name: 'keep-event-partitions',
  everyMs: 3_600_000,
  run: async ({ config, db, clock }) => {
    const now = clock.now()
    await sql`select make_event_partitions(${now}::timestamptz)`.execute(db)
    await sql`select drop_event_partitions(${after(now, -config.keptDays.events * DAY_MS)}::timestamptz)`.execute(db)
  },
}
