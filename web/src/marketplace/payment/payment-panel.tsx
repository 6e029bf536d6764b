import type { Payment } from '@verso/protocol/money/payments'
import { addressOf } from '@verso/protocol/pages/pages'
import { ShieldCheck } from 'lucide-react'
import { usePaymentSession } from '../../api/money/payments.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { t } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { Link } from '../../ui/link.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FRAME_HEIGHT } from './frame-height.ts'
import { loadErrorText } from './load-error-text.ts'
import { PaymentSummary } from './payment-summary.tsx'
import { isPayable, paymentState } from './payment-state.ts'
import { usePaymentProgress } from './use-payment-progress.ts'
import { WidgetFrame } from './widget-frame.tsx'
import type { WidgetMessage } from './widget-message.ts'

export type PaymentPanelProps = {
  paymentId: string
  /** "Payment successfull!" unless told otherwise (docs/rules.md R82). */
  successMessage?: string | undefined
  onSuccess: () => void
  /** Cancelled at the provider, or the time ran out. */
  onEnd?: (() => void) | undefined
}

/** Takes one payment, with any provider: what is paid, the provider's page, and the progress. */
export function PaymentPanel({ paymentId, successMessage, onSuccess, onEnd }: PaymentPanelProps) {
  const { payment, error, isProcessing, isAtBank, widgetError, receive } = usePaymentProgress(paymentId, {
    successMessage: successMessage ?? t('payment.events.success'),
    onSuccess,
    onEnd: () => onEnd?.(),
  })
  if (!payment && error) return <ErrorState error={error} />
  return (
    <div className="flex flex-col gap-3">
      <PaymentSummary payment={payment} />
      {widgetError !== undefined && <Notice>{loadErrorText(widgetError)}</Notice>}
      <Progress isProcessing={isProcessing} isAtBank={isAtBank} />
      <Widget payment={payment} receive={receive} />
      <p className="flex items-center gap-2 text-sm text-fg3">
        <ShieldCheck size={15} aria-hidden className="shrink-0" />
        {t('payment.safe')}
      </p>
    </div>
  )
}

/** Says what the payment waits for. */
function Progress({ isProcessing, isAtBank }: { isProcessing: boolean; isAtBank: boolean }) {
  if (isAtBank) return <Notice kind="info">{t('payment.bankAsks')}</Notice>
  if (!isProcessing) return null
  return (
    <Notice kind="info">
      <span className="flex items-center gap-2">
        <Spinner /> {t('payment.events.pending')}
      </span>
    </Notice>
  )
}

type WidgetProps = { payment: Payment | undefined; receive: (message: WidgetMessage) => void }

function Widget({ payment, receive }: WidgetProps) {
  if (!payment) return <Skeleton style={{ height: FRAME_HEIGHT }} className="w-full rounded-lg!" />
  if (payment.status === 'SUCCESS') return <Notice kind="success">{t('payment.events.success')}</Notice>
  if (payment.status === 'EXPIRED') return <Notice>{t('payment.expired')}</Notice>
  if (payment.status === 'CANCELED') return <Notice>{t('payment.events.canceled')}</Notice>
  // Only a payment that can be paid has a page to pay on.
  if (!isPayable(payment)) return <State payment={payment} />
  return <ProviderPage paymentId={payment.id} receive={receive} />
}

const State = ({ payment }: { payment: Payment }) => (
  <Notice kind="info">
    {payment.note ?? paymentState(payment).text}{' '}
    <Link className="link" to={addressOf('order', { paymentId: payment.id })}>
      {t('payment.toOrder')}
    </Link>
  </Notice>
)

function ProviderPage({ paymentId, receive }: { paymentId: string; receive: (message: WidgetMessage) => void }) {
  const { data: session, error, refetch } = usePaymentSession(paymentId)
  if (error) {
    return <ErrorState message={loadErrorText(errorMessage(error, ''))} onRetry={() => void refetch()} />
  }
  if (!session) return <Skeleton style={{ height: FRAME_HEIGHT }} className="w-full rounded-lg!" />
  if (!session.url) return <Notice>{loadErrorText(t('payment.noPage', { provider: session.provider }))}</Notice>
  return <WidgetFrame url={session.url} provider={session.provider} onMessage={receive} />
}
