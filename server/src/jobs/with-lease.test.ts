import { afterEach, expect, test, vi } from 'vitest'
import { LEASE_MS, withLease } from './with-lease.ts'

afterEach(() => void vi.useRealTimers())

test('a lease is renewed before it ends, as long as the work goes on and no longer', async () => {
  vi.useFakeTimers()
  let renewals = 0
  const end = Promise.withResolvers<string>()
  const done = withLease(
    async () => void (renewals += 1),
    () => end.promise,
  )
  await vi.advanceTimersByTimeAsync(6 * LEASE_MS)
  expect(renewals).toBeGreaterThan(12)
  end.resolve('sent')
  expect(await done).toBe('sent')
  const before = renewals
  await vi.advanceTimersByTimeAsync(LEASE_MS)
  expect(renewals).toBe(before)
})
