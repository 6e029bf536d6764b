import type { Db } from '../db/client.ts'
import { StartupError } from '../errors/startup-error.ts'
import { DEAD_AFTER_MS, type Role } from '../jobs/heartbeat.ts'

/**
 * For what a process that goes on would undo or be broken by. Those of other machines are told by the database alone; what beat before `since`
 * is of a time that was restored.
 * @throws StartupError
 */
export async function assertStopped(
  db: Db,
  { now, since = now, besides }: { now: Date; since?: Date; besides?: Role },
): Promise<void> {
  const dead = new Date(now.getTime() - DEAD_AFTER_MS)
  const alive = await db
    .selectFrom('heartbeats')
    .select(['role', 'pid', 'host'])
    .where('beat_at', '>', since < now && since > dead ? since : dead)
    .$if(besides !== undefined, (query) => query.where('role', '<>', besides as Role))
    .executeTakeFirst()
  if (!alive) return
  const { role, pid, host } = alive
  throw new StartupError(
    `The product runs on this database (${role}, process ${pid} on ${host}): end it first. After a crash wait for ${DEAD_AFTER_MS / 1_000} seconds.`,
  )
}
