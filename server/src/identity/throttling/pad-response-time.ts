import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Pads the response time to a multiple of `stepMs`. The work for a known and an unknown address is nearly the same, and
 * the rest of the difference must not be measurable (docs/rules.md R53).
 */
export async function padResponseTime<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const spentMs = performance.now() - startedAt
    await sleep(stepMs - (spentMs % stepMs))
  }
}
