import type { Clock } from '../src/clock.ts'

export type TestClock = Clock & { advance(ms: number): void }

/** Stands still but for a millisecond a look, so that what happens later is later; moved by hand. */
export function createTestClock(startMs = Date.now()): TestClock {
  let nowMs = startMs
  return {
    now: () => new Date(nowMs++),
    advance: (ms) => {
      nowMs += ms
    },
  }
}
