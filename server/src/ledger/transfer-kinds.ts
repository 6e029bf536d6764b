/** Every kind of transfer, and what it is called in a member's statement. */
export const TRANSFER_LABELS = {
  TOPUP_CAPTURED: 'Top-up',
  PURCHASE_CAPTURED: 'Purchase paid',
  NETWORK_FEE_PAID: 'Network fee paid with a purchase',
  NETWORK_FEE_REFUNDED: 'Network fee back with the refund',
  PROVIDER_FEE: 'Payment provider fee',
  CREDIT_HELD: 'Network fee held',
  CREDIT_CHARGED: 'Network fee charged',
  CREDIT_RELEASED: 'Network fee returned',
  CREDIT_REHELD: 'Network fee held again',
  CREDIT_GRANTED: 'Credits granted',
  CREDIT_GIVEN_UP: 'Credits given up',
  SALE_COMPLETED: 'Sale',
  SALE_UNDONE: 'Sale undone by the network',
  EARNINGS_RELEASED: 'Earnings available',
  PURCHASE_REFUNDED: 'Purchase refunded',
  TOPUP_REFUNDED: 'Top-up refunded',
  REFUND_FAILED: 'Refund failed',
  TOPUP_TAKEN_BACK: 'Top-up taken back',
  CHARGEBACK: 'Chargeback',
  CHARGEBACK_UNDONE: 'Chargeback of an undelivered sale',
  CHARGEBACK_WON: 'Chargeback won',
  CHARGEBACK_LOST: 'Chargeback lost',
  PAYOUT_REQUESTED: 'Payout requested',
  PAYOUT_RETURNED: 'Payout returned',
  PAYOUT_PAID: 'Payout paid',
} as const
export type TransferKind = keyof typeof TRANSFER_LABELS

/** The statement's text of a held fee once it is charged; the ledger's row does not change. */
export const CHARGED_FEE_LABEL = 'Network fee'

export const labelOf = (kind: string): string => TRANSFER_LABELS[kind as TransferKind] ?? kind
