import type { Context } from '../context.ts'
import { DEAD_AFTER_MS, isReplaced, type Role } from '../jobs/heartbeat.ts'

/** A process that has been gone for so long is no longer reported where others of its role run: there are fewer now. */
const GONE_AFTER_MS = 3_600_000

/** Deletes rows of processes that were replaced by another of their role, or are long gone and not missed. */
export async function removeGone(ctx: Pick<Context, 'db' | 'clock' | 'config'>): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  const aliveSince = new Date(nowMs - DEAD_AFTER_MS)
  const rows = await ctx.db
    .selectFrom('heartbeats as old')
    .select(['process_id', 'role', 'beat_at', isReplaced.as('is_replaced')])
    .execute()
  const dead = rows.filter(({ beat_at }) => beat_at < aliveSince)
  const alive = new Set(rows.filter((row) => !dead.includes(row)).map(({ role }) => role))
  const isLongGone = ({ beat_at }: { beat_at: Date }) => beat_at.getTime() < nowMs - GONE_AFTER_MS
  const gone = dead.filter((row) => row.is_replaced || (isLongGone(row) && !isMissed(row.role, alive, ctx)))
  if (gone.length === 0) return
  const ids = gone.map(({ process_id }) => process_id)
  await ctx.db.deleteFrom('heartbeats').where('process_id', 'in', ids).where('beat_at', '<', aliveSince).execute()
}

/** Whether no live process does its work. A process that does all does that of a server and of a worker. */
function isMissed(role: Role, alive: Set<Role>, { config }: Pick<Context, 'config'>): boolean {
  if (role === 'signer') return config.signer !== undefined && !alive.has('signer')
  const parts: Role[] = role === 'all' ? ['api', 'worker'] : [role]
  return !parts.every((part) => alive.has(part) || alive.has('all'))
}
