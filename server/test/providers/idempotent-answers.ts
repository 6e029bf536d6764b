import type { Clock } from '../../src/clock.ts'

export type Answer = { status: number; body: unknown }

const KEPT_MS = 24 * 3_600_000

/**
 * Stripe's rule for `Idempotency-Key`: the first answer of a request that was executed is given again for 24 hours, a
 * failure as much as a success; the same key with other parameters is an error; 409 and 429 are not kept.
 */
export function createIdempotentAnswers(clock: Clock) {
  const kept = new Map<string, { request: string; answer: Answer; at: number }>()
  return (key: string | undefined, request: string, execute: () => Answer): Answer => {
    const now = clock.now().getTime()
    const earlier = key === undefined ? undefined : kept.get(key)
    if (earlier && now - earlier.at < KEPT_MS) {
      if (earlier.request === request) return earlier.answer
      return { status: 400, body: { error: { type: 'idempotency_error' } } }
    }
    const answer = execute()
    if (key !== undefined && answer.status !== 409 && answer.status !== 429)
      kept.set(key, { request, answer: structuredClone(answer), at: now })
    return answer
  }
}
