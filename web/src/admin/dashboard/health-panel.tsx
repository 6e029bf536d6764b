import type { HealthItem } from '@verso/protocol/operations/health'
import { useHealth } from '../../api/admin/admin-operations.ts'
import { t } from '../../lib/i18n.ts'
import { StatusPill, type Tone } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'

const TONES: Record<HealthItem['status'], Tone> = { ok: 'ok', failed: 'bad', unknown: 'neutral' }

/** The services that the product depends on, and the checks that run all the time. */
export function HealthPanel() {
  const { data, error, refetch } = useHealth()
  return (
    <div id="health" className="scroll-mt-24">
      <Panel title={t('admin:health.title')}>
        {error ? (
          // An earlier answer is no news: nothing is called OK that may be so no more.
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="h-60 w-full" />
        ) : (
          <ul className="grid gap-x-8 md:grid-cols-2">
            {data.map(({ name, chain, status, detail }) => (
              <li key={`${name} ${chain}`} className="flex items-start justify-between gap-4 border-t border-line py-3">
                <div className="min-w-0">
                  <p className="font-medium">{t(`admin:health.names.${name}`, { chain: chain ?? '' })}</p>
                  {detail && <p className="text-sm break-words text-fg3">{detail}</p>}
                </div>
                <StatusPill tone={TONES[status]}>{t(`admin:health.statuses.${status}`)}</StatusPill>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}
