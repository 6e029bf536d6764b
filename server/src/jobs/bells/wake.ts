import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'

/** PostgreSQL's channel by which a sweep is told that there is something for it. */
export const WAKE_CHANNEL = 'verso_wake'

/** Has the leader run loops of its at once, when `db` commits. Only a bell: without it they come some seconds later. */
export async function wake(db: Db | Tx, ...loops: string[]): Promise<void> {
  await sql`select pg_notify(${WAKE_CHANNEL}, loop) from unnest(${loops}::text[]) as loop`.execute(db)
}
