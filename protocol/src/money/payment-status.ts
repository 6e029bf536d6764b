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

/** The status of a payment by the state that its provider reports (docs/rules.md R83). */
export const PAYMENT_STATUS_OF: Record<ProviderState, PaymentStatus> = {
  created: 'CREATED',
  pending: 'PENDING',
  requires_action: 'REQUIRES_ACTION',
  succeeded: 'SUCCESS',
  failed: 'FAILED',
  failover: 'FAILOVER',
  canceled: 'CANCELED',
  expired: 'EXPIRED',
  refunded: 'REFUNDED',
  disputed: 'DISPUTED',
}

/** A payment in one of these reserves its listing. */
export const LIVE_PAYMENT_STATUSES = ['CREATED', 'PENDING', 'REQUIRES_ACTION', 'FAILED', 'FAILOVER'] as const

/** The events that the payment widget tells its page (docs/rules.md R82). */
export const WIDGET_EVENTS = ['pending', 'canceled', 'failed', 'success', 'failover'] as const
export type WidgetEvent = (typeof WIDGET_EVENTS)[number]
