import type { ListingStatus } from '../nfts/listing-status.ts'

export const PAYMENT_KINDS = ['PURCHASE', 'TOPUP'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

export const PAYMENT_STATUSES = [
  'CREATED',
  'PENDING',
  'REQUIRES_ACTION',
  'SUCCESS',
  'FAILED',
  'CANCELED',
  'EXPIRED',
  'FAILOVER',
  'NEEDS_REVIEW',
  'REFUND_DUE',
  'REFUNDED',
  'DISPUTED',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const PROVIDER_STATES = [
  'created',
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'canceled',
  'expired',
  'failover',
  'refunded',
  'disputed',
] as const
export type ProviderState = (typeof PROVIDER_STATES)[number]

/** Provider state → payment status → what the listing becomes (null: no change); docs/rules.md R83. */
export const PAYMENT_STATE_MAP: Record<ProviderState, { payment: PaymentStatus; listing: ListingStatus | null }> = {
  created: { payment: 'CREATED', listing: null },
  pending: { payment: 'PENDING', listing: null },
  requires_action: { payment: 'REQUIRES_ACTION', listing: null },
  succeeded: { payment: 'SUCCESS', listing: 'PAID' },
  failed: { payment: 'FAILED', listing: null },
  failover: { payment: 'FAILOVER', listing: null },
  canceled: { payment: 'CANCELED', listing: 'ACTIVE' },
  expired: { payment: 'EXPIRED', listing: 'ACTIVE' },
  refunded: { payment: 'REFUNDED', listing: null },
  disputed: { payment: 'DISPUTED', listing: null },
}

/** A payment in one of these reserves its listing. */
export const LIVE_PAYMENT_STATUSES = ['CREATED', 'PENDING', 'REQUIRES_ACTION', 'FAILED', 'FAILOVER'] as const

/** What the payment widget tells its page (docs/rules.md R82). */
export const WIDGET_EVENTS = ['pending', 'canceled', 'failed', 'success', 'failover'] as const
export type WidgetEvent = (typeof WIDGET_EVENTS)[number]
