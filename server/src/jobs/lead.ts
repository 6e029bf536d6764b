import { setTimeout as sleep } from 'node:timers/promises'
import type { DirectConnection } from '../db/direct/direct-connection.ts'
import { LOCK_KEYS } from '../db/direct/lock-keys.ts'
import type { Logger } from '../logger.ts'
import { messageOf } from '../errors/without-url-secrets.ts'

/** How often a process asks whether it may lead, and a leader whether it still does. */
export const ASK_MS = 1_500

type Running = { stop(): Promise<void> }

/**
 * Runs what one process does for all, in the process that holds the lock of the leader. PostgreSQL gives the lock to another when the
 * connection of the one that has it ends, however it dies. Two may overlap for moments: everything that is led is safe to run twice.
 */
export function lead(
  { direct, log }: { direct: DirectConnection; log: Logger },
  start: () => Running,
  { askMs = ASK_MS }: { askMs?: number } = {},
): Running {
  const stopping = new AbortController()
  let running: Running | undefined
  let ending: Promise<void> | undefined
  const end = (): void => {
    if (running) ending = running.stop().finally(() => (ending = undefined))
    running = undefined
  }
  const stopListening = direct.onLost(() => {
    if (running) log.warn({}, 'the connection of the leader was lost')
    end()
  })
  const ask = async (): Promise<void> => {
    // A process that still ends its work as the leader takes no lock: another may lead, and a lock whose holder does not ask is lost.
    await ending
    if (!(await direct.holdLock(LOCK_KEYS.leader))) return end()
    // While it asked, the connection may have been lost, and the lock taken anew by another one.
    if (!stopping.signal.aborted && !ending) running ??= start()
  }
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // A connection that is away is told by itself.
      await ask().catch((error: unknown) => log.debug({ error: messageOf(error) }, 'nobody could be asked who leads'))
      await sleep(askMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const looping = loop()
  return {
    stop: async () => {
      stopping.abort()
      stopListening()
      await looping
      end()
      await ending
      // A connection that is away holds none.
      await direct.releaseLock(LOCK_KEYS.leader).catch(() => undefined)
    },
  }
}
