import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../logger.ts'

export type Repeated = {
  /** Ends the pause, or does without the next one. */
  wake(): void
  stop(): Promise<void>
}

/** Repeats `work`, which says how long to pause after it, until it is stopped or the process has ended. */
export function repeat(
  work: () => Promise<number>,
  { firstMs, isRunning, log }: { firstMs: number; isRunning(): boolean; log: Logger },
): Repeated {
  let isStopped = false
  let isWoken = false
  let pause = new AbortController()
  const loop = async () => {
    let pauseMs = firstMs
    while (!isStopped && isRunning()) {
      pause = new AbortController()
      if (!isWoken) await sleep(pauseMs, undefined, { signal: pause.signal, ref: false }).catch(() => {})
      if (isStopped || !isRunning()) return
      isWoken = false
      pauseMs = await work().catch((error: Error) => {
        if (isRunning()) log.warn({ error: error.message }, 'the built-in chain did not answer')
        return firstMs
      })
    }
  }
  const ended = loop()
  const wake = (): void => {
    isWoken = true
    pause.abort()
  }
  return {
    wake,
    stop: async () => {
      isStopped = true
      wake()
      await ended
    },
  }
}
