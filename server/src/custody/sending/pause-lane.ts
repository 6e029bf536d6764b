import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { isDatabaseAway } from '../../db/client.ts'
import { Crash } from '../../failpoints.ts'

/** The first failures are tried again at once; a lane that goes on failing, with longer and longer pauses. */
const QUICK_FAILURES = 3
const FIRST_MS = 1_000
const LONGEST_MS = 15_000

type Failures = { count: number; pausedUntil: Date }
const failuresOf = new WeakMap<object, Map<string, Failures>>()

/**
 * Does a lane's work unless it is paused after failures. In this process only: it spares the node, the signer and the
 * log; nothing depends on it.
 */
export async function pauseAfterFailures(
  ctx: Context,
  chain: object,
  { lane, work }: { lane: string; work: () => Promise<void> },
): Promise<void> {
  const lanes = failuresOf.get(chain) ?? new Map<string, Failures>()
  failuresOf.set(chain, lanes)
  const failures = lanes.get(lane)
  if (failures && failures.pausedUntil > ctx.clock.now()) return
  try {
    await work()
    lanes.delete(lane)
  } catch (error) {
    if (!(error instanceof Crash || isDatabaseAway(error))) lanes.set(lane, next(ctx, failures))
    throw error
  }
}

function next(ctx: Context, failures: Failures | undefined): Failures {
  const count = (failures?.count ?? 0) + 1
  const pauseMs =
    count < QUICK_FAILURES ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(count - QUICK_FAILURES, 10))
  return { count, pausedUntil: after(ctx.clock.now(), pauseMs) }
}
