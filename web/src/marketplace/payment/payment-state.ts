import { LIVE_PAYMENT_STATUSES, type PaymentStatus } from '@verso/protocol/money/payment-status'
import type { Payment } from '@verso/protocol/money/payments'
import { isDelivered } from '../../api/money/payments.ts'
import { t } from '../../lib/i18n.ts'
import type { Tone } from '../../ui/badge.tsx'

const TONES: Record<PaymentStatus, Tone> = {
  CREATED: 'info',
  PENDING: 'info',
  REQUIRES_ACTION: 'warn',
  SUCCESS: 'ok',
  FAILED: 'bad',
  CANCELED: 'neutral',
  EXPIRED: 'neutral',
  FAILOVER: 'warn',
  NEEDS_REVIEW: 'warn',
  REFUND_DUE: 'warn',
  REFUNDED: 'neutral',
  DISPUTED: 'bad',
}

/** The state of an order in the language of people. */
export function paymentState(payment: Payment): { tone: Tone; text: string } {
  const tone = TONES[payment.status] ?? 'neutral'
  // A declined attempt is not the end of the order: it can be paid another way.
  if (payment.status === 'FAILED' && isPayable(payment)) return { tone: 'info', text: t('order.status.CREATED') }
  if (payment.status !== 'SUCCESS') return { tone, text: t(`order.status.${payment.status}`) }
  if (payment.kind === 'TOPUP') return { tone, text: t('order.status.SUCCESS') }
  return isDelivered(payment)
    ? { tone, text: t('order.status.yours') }
    : { tone: 'info', text: t('order.status.sending') }
}

/** It still can be paid. */
export const isPayable = (payment: Payment): boolean =>
  (LIVE_PAYMENT_STATUSES as readonly string[]).includes(payment.status)

export const paymentName = (payment: Payment): string => payment.nft?.name ?? t('payment.topup')
