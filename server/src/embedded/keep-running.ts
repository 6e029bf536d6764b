import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logger.ts'

export type Running = { exited: Promise<unknown>; stop(): Promise<void> }
export type Supervised<T> = {
  /** The run of now, or the last one. */
  current(): T
  /** Ends it for good. */
  stop(): Promise<void>
}
export type SupervisorOptions = { name: string; log: Logger; firstPauseMs?: number }

const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 30_000
/** A process that ran this long did not fail at its start. */
const SOUND_AFTER_MS = 60_000

/**
 * Starts a child, and restarts it whenever it ends by itself: at once at first, then after growing pauses. Its users
 * meanwhile answer that it is unavailable.
 * @throws what the first start throws
 */
export async function keepRunning<T extends Running>(
  start: () => Promise<T>,
  { name, log, firstPauseMs = FIRST_PAUSE_MS }: SupervisorOptions,
): Promise<Supervised<T>> {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  let current = await start()
  let pauseMs = firstPauseMs

  const pause = async () => {
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
  }
  const startAgain = async () => {
    while (!signal.aborted) {
      await pause()
      if (signal.aborted) return
      try {
        current = await start()
        log.warn({ name }, 'a child process was started again')
        return
      } catch (error) {
        log.error({ name, error: (error as Error).message }, 'a child process could not be started again')
      }
    }
  }
  const supervise = async () => {
    for (;;) {
      const startedMs = performance.now()
      await Promise.race([current.exited, stopped])
      if (signal.aborted) return
      log.error({ name }, 'a child process ended by itself and is started again')
      if (performance.now() - startedMs > SOUND_AFTER_MS) pauseMs = firstPauseMs
      await startAgain()
    }
  }
  const supervising = supervise()
  return {
    current: () => current,
    stop: async () => {
      stopping.abort()
      await supervising
      await current.stop()
    },
  }
}
