import { formatDateTime } from '@verso/protocol/dates'
import { usePaymentHistory } from '../../api/admin/admin-money.ts'
import { t } from '../../lib/i18n.ts'
import { StatusPill } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'

/** Everything that happened to a payment, first things first. */
export function PaymentHistory({ paymentId }: { paymentId: string }) {
  const { data: events, error, refetch } = usePaymentHistory(paymentId)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!events) return <Skeleton className="h-40 w-full" />
  return (
    <>
      <p className="num text-sm break-all text-fg3">{paymentId}</p>
      <ol
        className="mt-3 flex max-h-[60dvh] flex-col overflow-y-auto"
        tabIndex={0}
        aria-label={t('admin:payments.history')}
      >
        {events.map((event, index) => (
          <li
            key={index}
            className="flex flex-col gap-1 border-t border-line py-2.5 sm:flex-row sm:items-baseline sm:gap-4"
          >
            <span className="num w-44 shrink-0 text-sm text-fg3">{formatDateTime(event.at)}</span>
            <span className="shrink-0 sm:w-24">
              <StatusPill>{t(`admin:payments.sources.${event.source}`)}</StatusPill>
            </span>
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium text-fg">{event.what}</span>
              {event.detail && <span className="block text-sm text-fg3">{event.detail}</span>}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
