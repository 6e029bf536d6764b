import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'

/** PostgreSQL's channel by which a sweep is told that there is something for it. */
export const WAKE_CHANNEL = 'verso_wake'

/**
 * Has the leader run this loop of its at once, when the statement that it is a column of is committed; more than once in a transaction is
 * once. Only a bell: without it the loop comes some seconds later.
 */
export const waking = (loop: string): RawBuilder<unknown> => sql`pg_notify(${WAKE_CHANNEL}, ${loop})`

/** The same as a statement of its own. */
export async function wake(db: Db | Tx, ...loops: string[]): Promise<void> {
  await sql`select ${sql.join(loops.map(waking))}`.execute(db)
}
