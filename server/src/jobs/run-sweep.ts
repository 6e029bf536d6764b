import { after, type Clock } from '../clock.ts'
import { messageOf } from '../errors/without-url-secrets.ts'
import type { Logger } from '../logger.ts'
import type { LoopWatch } from './heartbeat.ts'
import { startLoop, type Loop } from './start-loop.ts'

/** How often a sweep that knows when its next row is due asks for it. */
export const LOOK_MS = 5_000
/** How long a round works on where there is always more: with its end the sweep tells that it is alive. */
const ROUND_MS = 2_000

/** The result of a sweep's round: nothing, or that some rows are left. */
export type Round = void | 'a part'

type Sweep<C> = {
  name: string
  everyMs: number
  run(ctx: C): Promise<Round>
  nextDue?(ctx: C): Promise<Date | undefined>
}

/** Runs a sweep again and again until it is stopped; one that knows its next row only when that is due. */
export function runSweep<C extends { clock: Clock; log: Logger }>(ctx: C, sweep: Sweep<C>, heartbeat: LoopWatch): Loop {
  const round = async (): Promise<number> => {
    const nowMs = ctx.clock.now().getTime()
    const dueMs = sweep.nextDue && ((await sweep.nextDue(ctx))?.getTime() ?? Number.POSITIVE_INFINITY)
    if (dueMs !== undefined && dueMs > nowMs) return Math.min(dueMs - nowMs, LOOK_MS)
    return (await sweep.run(ctx)) === 'a part' ? 0 : sweep.everyMs
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

/** Repeats what says whether there is more, until there is none or the round is over. */
export async function inOneRound(clock: Clock, work: () => Promise<boolean>): Promise<Round> {
  const endsAt = after(clock.now(), ROUND_MS)
  while (await work()) if (clock.now() >= endsAt) return 'a part'
}
