import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Clock, Random } from '../clock.ts'
import type { Db } from '../db/client.ts'
import type { Logger } from '../logger.ts'
import { messageOf } from '../errors/without-url-secrets.ts'

/** The interval of heartbeats, and how long one is valid. */
export const BEAT_MS = 15_000
export const DEAD_AFTER_MS = 40_000

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
