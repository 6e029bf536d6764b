import type { Clock } from '../clock.ts'
import { messageOf } from '../errors/without-url-secrets.ts'
import type { Logger } from '../logger.ts'
import type { LoopWatch } from './heartbeat.ts'
import { startLoop, type Loop } from './start-loop.ts'

/** How often a sweep that knows when its next row is due asks for it. */
export const LOOK_MS = 5_000

type Sweep<C> = {
  name: string
  everyMs: number
  run(ctx: C): Promise<void>
  nextDue?(ctx: C): Promise<Date | undefined>
}

/** Runs a sweep again and again until it is stopped; one that knows its next row only when that is due. */
export function runSweep<C extends { clock: Clock; log: Logger }>(ctx: C, sweep: Sweep<C>, heartbeat: LoopWatch): Loop {
  const round = async (): Promise<number> => {
    const nowMs = ctx.clock.now().getTime()
    const dueMs = sweep.nextDue && ((await sweep.nextDue(ctx))?.getTime() ?? Number.POSITIVE_INFINITY)
    if (dueMs !== undefined && dueMs > nowMs) return Math.min(dueMs - nowMs, LOOK_MS)
    await sweep.run(ctx)
    return sweep.everyMs
  }
  return startLoop(async () => {
    try {
      const pauseMs = await round()
      heartbeat.succeeded(sweep.name)
      return pauseMs
    } catch (error) {
      ctx.log.warn({ sweep: sweep.name, error: messageOf(error) }, 'a sweep failed and is tried again')
      return sweep.everyMs
    }
  })
}
