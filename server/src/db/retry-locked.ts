import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../errors/startup-error.ts'

/**
 * How long a migration waits for a lock. A waiting `alter table` holds up every later query of the table, so it gives way soon,
 * and comes again.
 */
export const LOCK_TIMEOUT_MS = 3_000
/** How long locks are tried for before the start is refused. */
export const MAX_PATIENCE_MS = 120_000

/** A lock that is not free in time, and a deadlock, which PostgreSQL undoes by ending one of the two. */
const LOCKED = new Set(['55P03', '40P01'])
const RETRY_PAUSE_MS = 1_000

/**
 * Tries again what found something locked: between two tries the queries that wait behind it go on.
 * @throws StartupError after `deadlineMs`, a time of `performance.now()`
 */
export async function retryLocked(deadlineMs: number, name: string, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!LOCKED.has((error as { code?: string }).code ?? '')) throw error
      if (performance.now() > deadlineMs) {
        throw new StartupError(
          `The migration ${name} finds its table locked by another transaction. Find it in pg_stat_activity (state "idle in transaction", ` +
            'or a long query), end it, and start again.',
        )
      }
      await sleep(RETRY_PAUSE_MS)
    }
  }
}
