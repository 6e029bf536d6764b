import type { Context } from '../../context.ts'
import { DEAD_AFTER_MS, isReplaced, type Role } from '../../jobs/heartbeat.ts'
import { isWorker, newestLoops } from '../loops.ts'
import { type Figure, figure } from './figures.ts'

const ROLES: Role[] = ['all', 'api', 'worker', 'signer']

/** The live processes, how long each loop of the workers has not succeeded, and the open incidents. */
export async function readProcesses(ctx: Context): Promise<Figure[]> {
  const nowMs = ctx.clock.now().getTime()
  const secondsSince = (at: Date) => Math.max(0, (nowMs - at.getTime()) / 1_000)
  const rows = await ctx.db.selectFrom('heartbeats as old').selectAll().select(isReplaced.as('is_replaced')).execute()
  const incidents = await ctx.db.selectFrom('incidents').select('key').execute()
  const isAlive = ({ beat_at }: { beat_at: Date }) => nowMs - beat_at.getTime() <= DEAD_AFTER_MS
  const alive = rows.filter(isAlive)
  // The watch removes the others a moment later.
  const told = rows.filter((row) => isAlive(row) || !row.is_replaced)
  const parts = Map.groupBy(incidents, ({ key }) => key.split(' ', 1)[0] ?? '')
  return [
    ...ROLES.map((role) => figure('verso_live_processes', alive.filter((row) => row.role === role).length, { role })),
    ...told.map(({ role, host, pid, beat_at }) =>
      figure('verso_heartbeat_age_seconds', secondsSince(beat_at), { role, host, pid: String(pid) }),
    ),
    ...[...newestLoops(alive.filter(isWorker))].flatMap(([loop, { everyMs, at }]) => [
      figure('verso_loop_age_seconds', secondsSince(at), { loop }),
      figure('verso_loop_interval_seconds', everyMs / 1_000, { loop }),
    ]),
    ...[...parts].map(([part, { length }]) => figure('verso_incidents', length, { part })),
  ]
}
