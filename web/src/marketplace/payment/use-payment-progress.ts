import type { PaymentStatus, WidgetEvent } from '@verso/protocol/money/payment-status'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePayment } from '../../api/money/payments.ts'
import { t } from '../../lib/i18n.ts'
import { toast } from '../../ui/overlays/toast.ts'
import type { WidgetMessage } from './widget-message.ts'

type Outcome = {
  successMessage: string
  onSuccess: () => void
  /** The payment ended without money: cancelled, or the time ran out. */
  onEnd: () => void
}

const ENDED: ReadonlySet<PaymentStatus> = new Set(['CANCELED', 'EXPIRED'])
/** Nothing is being waited for on this page. */
const SETTLED: ReadonlySet<PaymentStatus> = new Set(['SUCCESS', 'NEEDS_REVIEW', 'REFUND_DUE', 'REFUNDED', 'DISPUTED'])

/**
 * The messages while a payment runs. The widget's events show theirs (docs/rules.md R82) and trigger a look-up; only
 * the look-up decides that it succeeded (docs/rules.md R81).
 */
export function usePaymentProgress(paymentId: string, outcome: Outcome) {
  const client = useQueryClient()
  const query = usePayment(paymentId)
  const status = query.data?.status
  const [isProcessing, setIsProcessing] = useState(false)
  const [lastEvent, setLastEvent] = useState<WidgetEvent>()
  const [widgetError, setWidgetError] = useState<string>()
  const announced = useRef<WidgetEvent>(undefined)
  const hasEnded = useRef(false)
  const before = useRef<PaymentStatus>(undefined)

  const announce = (event: WidgetEvent) => {
    if (announced.current === event) return
    announced.current = event
    setIsProcessing(event === 'pending' || event === 'success' || event === 'failover')
    if (event === 'pending' || event === 'failover') void toast.info(t('payment.events.pending'))
    if (event === 'canceled') void toast.error(t('payment.events.canceled'))
    if (event === 'failed') void toast.error(t('payment.events.failed'))
  }

  const end = useEffectEvent((final: PaymentStatus) => {
    if (hasEnded.current) return
    hasEnded.current = true
    void client.invalidateQueries({ predicate: ({ queryKey }) => ['nfts', 'credits'].includes(String(queryKey[0])) })
    void client.invalidateQueries({ queryKey: ['payments', 'list'] })
    if (final === 'SUCCESS') {
      void toast.success(outcome.successMessage)
      outcome.onSuccess()
      return
    }
    if (final === 'CANCELED') announce('canceled')
    if (final === 'EXPIRED') void toast.error(t('payment.expired'))
    outcome.onEnd()
  })

  const follow = useEffectEvent((next: PaymentStatus) => {
    const isNews = before.current !== undefined
    before.current = next
    if (next === 'SUCCESS' || ENDED.has(next)) end(next)
    // A buyer who comes back to a payment that has failed before has not tried again yet.
    else if (next === 'FAILED' && isNews) announce('failed')
  })
  useEffect(() => {
    if (status) follow(status)
  }, [status])

  const receive = (message: WidgetMessage) => {
    if (message.kind === 'error') setWidgetError(message.message)
    // "Close" after the payment was sent off waits for the look-up, which says how it ended.
    if (message.kind === 'close' && !isProcessing) outcome.onEnd()
    if (message.kind !== 'status') return
    setLastEvent(message.status)
    announce(message.status)
    void query.refetch()
  }
  return {
    payment: query.data,
    error: query.error,
    // The look-up decides, not the widget's event: other ends have texts of their own.
    isProcessing: status === 'PENDING' || (isProcessing && !(status && SETTLED.has(status))),
    // The widget knows before the look-up that the bank has answered.
    isAtBank: status === 'REQUIRES_ACTION' && lastEvent !== 'failed' && lastEvent !== 'canceled',
    widgetError,
    receive,
  }
}
