import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { isLive, type PaymentRow } from './payment-row.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** While a payment may still be paid; the last wait repeats. */
const LIVE_WAITS_MS = [5 * SECOND_MS, 10 * SECOND_MS, 20 * SECOND_MS, 40 * SECOND_MS, 80 * SECOND_MS, 3 * MINUTE_MS]
/** After it was closed unpaid: late money must not wait for a webhook that never comes. */
const CLOSED_WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS]

/** When the reconciler asks the provider again; null when there is nothing left to learn. */
export function nextLookupAt(ctx: Context, payment: PaymentRow): Date | null {
  const now = ctx.clock.now()
  const { status, lookups, expires_at: expiresAt, session } = payment
  if (isLive(status)) {
    // A hold that has run out waits for nothing but its end.
    if (expiresAt && expiresAt <= now) return after(now, LIVE_WAITS_MS[0] ?? 0)
    const again = after(now, LIVE_WAITS_MS[Math.min(lookups, LIVE_WAITS_MS.length - 1)] ?? 0)
    // Before the page was ever opened there is nothing to ask, only the hold's end to wait for.
    if (expiresAt && (expiresAt < again || session === null)) return expiresAt
    return again
  }
  if (status !== 'CANCELED' && status !== 'EXPIRED') return null
  const waitMs = CLOSED_WAITS_MS[lookups]
  return waitMs === undefined ? null : after(now, waitMs)
}
