import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Clock, Random } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { Logger } from '../logger.ts'
import { messageOf } from '../errors/without-url-secrets.ts'

/** The interval of heartbeats, and how long one is valid. */
export const BEAT_MS = 15_000
export const DEAD_AFTER_MS = 40_000
/** A process that has been gone for so long is no longer reported where others of its role run: there are fewer now. */
const GONE_AFTER_MS = 3_600_000

export type Role = 'all' | 'api' | 'worker' | 'signer'
export type Heartbeat = {
  /** Registers a loop of this process, which must not stall. */
  expects(loop: string, everyMs: number): void
  /** Records a finished round of a loop. */
  succeeded(loop: string): void
  stop(): Promise<void>
}
export type LoopWatch = Pick<Heartbeat, 'expects' | 'succeeded'>
type LoopState = { everyMs: number; at: Date | null }
type Beating = { db: Db; log: Logger; clock: Clock; random: Random }
type Process = { id: string; role: Role; startedAt: Date; loops: Map<string, LoopState> }

/** Writes every 15 seconds one row: this process is alive, and the last success of its loops. A clean stop deletes the row. */
export function startHeartbeat(ctx: Beating, role: Role): Heartbeat {
  const self: Process = { id: ctx.random.id(), role, startedAt: ctx.clock.now(), loops: new Map() }
  let beating: Promise<void> = Promise.resolve()
  const tick = () => {
    beating = beat(ctx, self).catch((error: unknown) =>
      ctx.log.warn({ error: messageOf(error) }, 'the heartbeat could not be written'),
    )
  }
  tick()
  const timer = setInterval(tick, BEAT_MS)
  return {
    expects: (loop, everyMs) => void self.loops.set(loop, { everyMs, at: null }),
    succeeded: (loop) => {
      const state = self.loops.get(loop)
      if (state) state.at = ctx.clock.now()
    },
    stop: async () => {
      clearInterval(timer)
      await beating
      await ctx.db.deleteFrom('heartbeats').where('process_id', '=', self.id).execute()
    },
  }
}

export async function beat(ctx: Pick<Beating, 'db' | 'clock'>, self: Process): Promise<void> {
  const beat_at = ctx.clock.now()
  const loops = JSON.stringify(Object.fromEntries(self.loops))
  const row = { role: self.role, host: hostname(), pid: process.pid, started_at: self.startedAt }
  await ctx.db
    .insertInto('heartbeats')
    .values({ process_id: self.id, ...row, loops, beat_at })
    .onConflict((conflict) => conflict.column('process_id').doUpdateSet({ loops, beat_at }))
    .execute()
}

/** Of `heartbeats as old`: another process of its role has started since it was heard of last. */
export const isReplaced = sql<boolean>`exists (
  select from heartbeats as next where next.role = old.role and next.started_at > old.beat_at)`

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

/** Whether nobody who lives does its work. A process that does all does that of a server and of a worker. */
function isMissed(role: Role, alive: Set<Role>, { config }: Pick<Context, 'config'>): boolean {
  if (role === 'signer') return config.signer !== undefined && !alive.has('signer')
  const parts: Role[] = role === 'all' ? ['api', 'worker'] : [role]
  return !parts.every((part) => alive.has(part) || alive.has('all'))
}
