import type { SecurityEvent } from '@verso/protocol/users/security-events'
import { useSecurityEvents } from '../../../../api/identity/security-events.ts'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { RelativeTime } from '../../../../ui/text/relative-time.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../../ui/loading/states.tsx'
import { describeEvent } from './security-event-texts.ts'

/** The security events of this account: sign-ins, failures and changes, with where they came from. */
export function SecurityEventsPanel() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useSecurityEvents()
  if (data?.rows.length === 0) return null
  return (
    <Panel title={t('profile:events.title')} lead={t('profile:events.lead')}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} className="py-6!" />
      ) : (
        <ul className="flex flex-col gap-1">
          {data
            ? data.rows.map((event) => <EventRow key={event.id} event={event} />)
            : [0, 1].map((row) => <Skeleton key={row} className="h-14" />)}
        </ul>
      )}
      {isFetchNextPageError && <ErrorState error={error} onRetry={() => void fetchNextPage()} className="py-6!" />}
      {hasNextPage && !isFetchNextPageError && (
        <Button variant="plain" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('profile:events.more')}
        </Button>
      )}
    </Panel>
  )
}

const EventRow = ({ event }: { event: SecurityEvent }) => (
  <li className="border-t border-line py-3 first:border-t-0">
    <p className="font-medium">{describeEvent(event)}</p>
    <p className="text-sm wrap-anywhere text-fg3">
      <RelativeTime at={event.created_at} /> · {event.device} · {event.address}
    </p>
  </li>
)
