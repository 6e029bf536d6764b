import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Answers only at multiples of `stepMs` after the call. Work for a known and an unknown address is nearly the same; the
 * little that differs between them must not be measurable (docs/rules.md R53).
 */
export async function answerEvenly<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const spentMs = performance.now() - startedAt
    await sleep(stepMs - (spentMs % stepMs))
  }
}
