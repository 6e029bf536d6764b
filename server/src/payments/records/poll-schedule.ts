import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { isLive, type PaymentRow } from './payment-row.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Waits between look-ups while a payment may still be paid; the last one repeats. */
const LIVE_WAITS_MS = [5 * SECOND_MS, 10 * SECOND_MS, 20 * SECOND_MS, 40 * SECOND_MS, 80 * SECOND_MS, 3 * MINUTE_MS]
/** Waits after it was closed unpaid: late money must be found without a webhook. */
const CLOSED_WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS]

/** When the reconciler polls the provider again; null when no change can come. */
export function nextPollAt(ctx: Context, payment: PaymentRow): Date | null {
  const now = ctx.clock.now()
  const { status, lookups, expires_at: expiresAt, session } = payment
  if (isLive(status)) {
    // The reservation is over: expire it now.
    if (expiresAt && expiresAt <= now) return after(now, LIVE_WAITS_MS[0] ?? 0)
    const again = after(now, LIVE_WAITS_MS[Math.min(lookups, LIVE_WAITS_MS.length - 1)] ?? 0)
    // Before its page was opened the provider knows nothing: wait for the end of the reservation.
    if (expiresAt && (expiresAt < again || session === null)) return expiresAt
    return again
  }
  if (status !== 'CANCELED' && status !== 'EXPIRED') return null
  const waitMs = CLOSED_WAITS_MS[lookups]
  return waitMs === undefined ? null : after(now, waitMs)
}
