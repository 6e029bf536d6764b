import { type Loop, startLoop } from '../../jobs/start-loop.ts'
import type { Logger } from '../../logger.ts'

/** Repeats `work`, which says how long to pause after it, from `firstMs` on, until it is stopped or the process has ended. */
export function repeat(
  work: () => Promise<number>,
  { firstMs, isRunning, log }: { firstMs: number; isRunning(): boolean; log: Logger },
): Loop {
  let isFirst = true
  return startLoop(async () => {
    if (!isRunning()) return undefined
    if (isFirst) {
      isFirst = false
      return firstMs
    }
    return work().catch((error: Error) => {
      if (isRunning()) log.warn({ error: error.message }, 'the built-in chain did not answer')
      return firstMs
    })
  })
}
