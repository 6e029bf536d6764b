import { z } from 'zod'
import { payout } from './accounts.ts'
import { pageQuery } from '../envelope.ts'
import { REASON_MAX_LENGTH } from '../limits.ts'
import { usdCents } from '../money.ts'
import { PAYMENT_KINDS, PAYMENT_STATUSES } from './payment-status.ts'
import { payment } from './payments.ts'

const member = z.object({ id: z.string(), email: z.string(), display_name: z.string() })

/** A payout as the admin area shows it. */
export const adminPayout = payout.extend({
  updated_at: z.string(),
  reference: z.string().nullable(),
  user: member,
})
export const adminPayoutsQuery = pageQuery.extend({ status: z.enum(['open', 'all']).default('open') })
/** The details needed to pay one out; reading them is written to the audit log. */
export const payoutBankDetails = z.object({
  holder: z.string(),
  account_number: z.string(),
  bank_name: z.string(),
  country: z.string(),
  currency: z.string(),
})

export const PAYMENT_ACTIONS = ['refund', 'retry', 'resolve', 'chargeback_won', 'chargeback_lost'] as const
export type PaymentAction = (typeof PAYMENT_ACTIONS)[number]
/** A payment that needs a person: what is known, and what can be done. */
export const adminPayment = payment.extend({
  user: member,
  reason: z.string().nullable(),
  provider: z.string(),
  provider_ref: z.string().nullable(),
  /** The amount that arrived and was booked, in USD; null when none did. */
  captured: z.number().nullable(),
  updated_at: z.string(),
  actions: z.array(z.enum(PAYMENT_ACTIONS)),
})
const queryCents = usdCents({ messages: { required: 'Required', invalid: 'Invalid format' } })
/** `open`: those that need a person, longest waiting first. `all`: newest first, of any state unless one is named. */
export const adminPaymentsQuery = pageQuery.extend({
  shown: z.enum(['open', 'all']).default('open'),
  status: z.enum(PAYMENT_STATUSES).optional(),
  kind: z.enum(PAYMENT_KINDS).optional(),
  /** Days of UTC, both of them included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  min_amount: queryCents.optional(),
  max_amount: queryCents.optional(),
})
export const adminPaymentBody = z.object({
  action: z.enum(PAYMENT_ACTIONS),
  note: z.string().trim().max(REASON_MAX_LENGTH).optional(),
  /** The `reason` of the payment as it was shown: the case may have become another one since. */
  shown_reason: z.string().max(5_000).nullable().optional(),
})

/** Everything that happened to a payment, in the order of time. */
export const paymentEvent = z.object({
  at: z.string(),
  source: z.enum(['payment', 'provider', 'ledger', 'refund', 'chain', 'admin']),
  what: z.string(),
  detail: z.string().nullable(),
})
/** Any id that has to do with a payment (its own, the provider's, the NFT's, the listing's, the member's), or an e-mail. */
export const paymentSearchQuery = z.object({ q: z.string().trim().min(1, 'Required').max(254) })

export const adminLedger = z.object({
  accounts: z.array(z.object({ kind: z.string(), balance: z.number() })),
  problems: z.array(z.object({ check: z.string(), ids: z.array(z.string()) })),
  /** When the newest entries were checked, and when the last round over all of them ended. */
  checked_at: z.string(),
  round_ended_at: z.string().nullable(),
})

export type AdminPayout = z.infer<typeof adminPayout>
export type AdminPayment = z.infer<typeof adminPayment>
export type PaymentEvent = z.infer<typeof paymentEvent>
