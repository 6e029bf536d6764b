import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestApp } from './test-app.ts'

/** Until so many statements wait for a row or table that another transaction holds. */
export const expectWaiting = ({ ctx }: TestApp, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db)
      expect(rows.length).toBeGreaterThanOrEqual(count)
    },
    { timeout: 30_000 },
  )
