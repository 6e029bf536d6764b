import type { ProviderState } from '@verso/protocol/money/payment-status'
import { after } from '../../clock.ts'
import type { Change } from './payments.ts'
import type { SandboxPayment } from './store.ts'

/** A card's script: the state at once, and the change that follows by itself. */
type Script = { state: ProviderState; change?: (payment: SandboxPayment, now: Date) => Change }

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const THIEF = '0x00000000000000000000000000000000DeaDBeef'

const later = (state: ProviderState, at: Date): Change => ({ next_state: state, next_state_at: at })
const declined = (reason: string): Script => ({ state: 'failed', change: () => ({ decline_code: reason }) })

/** Test cards by their last four digits; every other valid number is refused as no test card. */
const SCRIPTS: Record<string, Script> = {
  '4242': { state: 'succeeded' },
  '0002': declined('Your card was declined.'),
  '9995': declined('Your card has insufficient funds.'),
  '0069': declined('Your card has expired.'),
  '0127': declined('The security code is wrong.'),
  '3220': { state: 'requires_action' },
  // Time-out: no answer, then a failure.
  '0119': { state: 'pending', change: (_payment, now) => later('failed', after(now, 10 * MINUTE_MS)) },
  // Success that no cancelling stops.
  '0077': { state: 'pending', change: (_payment, now) => later('succeeded', after(now, 20 * SECOND_MS)) },
  // Success after expiry.
  '0341': { state: 'created', change: (payment) => later('succeeded', after(payment.expires_at, MINUTE_MS)) },
  '0101': { state: 'failover' },
  '0010': { state: 'succeeded', change: (payment) => ({ paid_amount_cents: Math.max(1, payment.amount_cents - 100) }) },
  '0028': { state: 'succeeded', change: (payment) => ({ paid_amount_cents: payment.amount_cents + 100 }) },
  '0036': { state: 'succeeded', change: () => ({ paid_receiver: THIEF }) },
  '5126': { state: 'succeeded', change: () => ({ refund_outcome: 'failed' }) },
  '0259': { state: 'succeeded', change: (_payment, now) => later('disputed', after(now, 30 * SECOND_MS)) },
}

/** @returns undefined for a number that is no test card */
export const findScript = (cardNumber: string): Script | undefined =>
  /^4000000000000000$|^40000000000\d{5}$|^4242424242424242$/.test(cardNumber)
    ? SCRIPTS[cardNumber.slice(-4)]
    : undefined

/** The check digit of card numbers. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
