import type { Payment } from '@verso/protocol/money/payments'
import { CreditCard, ShieldCheck } from 'lucide-react'
import { usePaymentSession } from '../../api/money/payments.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { t } from '../../lib/i18n.ts'
import { formatSeconds, useSecondsUntil } from '../../lib/use-countdown.ts'
import { Price } from '../../ui/text/price.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { ErrorState, Notice } from '../../ui/loading/states.tsx'
import { loadErrorText } from './load-error-text.ts'
import { isPayable } from './payment-state.ts'
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
  const { payment, error, isProcessing, widgetError, receive } = usePaymentProgress(paymentId, {
    successMessage: successMessage ?? t('payment.events.success'),
    onSuccess,
    onEnd: () => onEnd?.(),
  })
  if (!payment && error) return <ErrorState error={error} />
  return (
    <div className="flex flex-col gap-4">
      <Summary payment={payment} />
      {widgetError !== undefined && <Notice>{loadErrorText(widgetError)}</Notice>}
      {isProcessing && (
        <Notice kind="info">
          <span className="flex items-center gap-2">
            <Spinner /> {t('payment.events.pending')}
          </span>
        </Notice>
      )}
      <Widget payment={payment} receive={receive} />
      <p className="flex items-center gap-2 text-sm text-fg3">
        <ShieldCheck size={15} aria-hidden className="shrink-0" />
        {t('payment.safe')}
      </p>
    </div>
  )
}

type WidgetProps = { payment: Payment | undefined; receive: (message: WidgetMessage) => void }

function Widget({ payment, receive }: WidgetProps) {
  if (!payment) return <Skeleton className="h-[clamp(360px,calc(100dvh-320px),680px)] w-full rounded-lg!" />
  if (payment.status === 'SUCCESS') return <Notice kind="success">{t('payment.events.success')}</Notice>
  if (payment.status === 'EXPIRED') return <Notice>{t('payment.expired')}</Notice>
  if (payment.status === 'CANCELED') return <Notice>{t('payment.events.canceled')}</Notice>
  // Only a payment that can be paid has a page to pay on.
  if (!isPayable(payment)) return <Notice kind="info">{t('payment.review')}</Notice>
  return <ProviderPage paymentId={payment.id} receive={receive} />
}

function ProviderPage({ paymentId, receive }: { paymentId: string; receive: (message: WidgetMessage) => void }) {
  const { data: session, error, refetch } = usePaymentSession(paymentId)
  if (error) {
    return <ErrorState message={loadErrorText(errorMessage(error, ''))} onRetry={() => void refetch()} />
  }
  if (!session) return <Skeleton className="h-[clamp(360px,calc(100dvh-320px),680px)] w-full rounded-lg!" />
  if (!session.url) return <Notice>{loadErrorText(t('payment.noPage', { provider: session.provider }))}</Notice>
  return <WidgetFrame url={session.url} provider={session.provider} onMessage={receive} />
}

function Summary({ payment }: { payment: Payment | undefined }) {
  if (!payment) return <Skeleton className="h-[76px] w-full rounded-lg!" />
  const { nft } = payment
  return (
    <div className="flex items-center gap-4 rounded-lg bg-s2 p-3">
      {nft ? (
        <img src={nft.thumbnail_url} alt="" width={52} height={52} className="size-13 rounded-md object-cover" />
      ) : (
        <span aria-hidden className="grid size-13 place-items-center rounded-md bg-s3 text-fg2">
          <CreditCard size={22} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-semibold text-fg">
          {nft?.name ?? t('payment.topup')}
        </p>
        {payment.expires_at && <TimeLeft kind={payment.kind} until={payment.expires_at} />}
      </div>
      <Price usd={payment.amount} className="text-lg text-fg" />
    </div>
  )
}

/** Only a purchase has a reservation. */
function TimeLeft({ kind, until }: { kind: Payment['kind']; until: string }) {
  const seconds = useSecondsUntil(Date.parse(until))
  const isPurchase = kind === 'PURCHASE'
  if (seconds === 0) return <p className="text-sm text-fg3">{t(isPurchase ? 'payment.timeUp' : 'payment.timeOver')}</p>
  const text = isPurchase ? 'payment.heldFor' : 'payment.timeLeft'
  return <p className="num text-sm text-fg3">{t(text, { time: formatSeconds(seconds) })}</p>
}
