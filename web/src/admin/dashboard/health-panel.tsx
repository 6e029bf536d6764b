import type { HealthItem } from '@verso/protocol/operations'
import { useHealth, useLedgerCheck } from '../../api/admin-operations.ts'
import { t } from '../../lib/i18n.ts'
import { StatusPill, type Tone } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'

type Shown = { key: string; name: string; status: HealthItem['status']; detail: string | null }

const TONES: Record<HealthItem['status'], Tone> = { ok: 'ok', failed: 'bad', unknown: 'neutral' }

/** What the product depends on, and the checks that run all the time. */
export function HealthPanel() {
  const { data, error, refetch } = useHealth()
  const ledger = useLedgerItem()
  return (
    <div id="health" className="scroll-mt-24">
      <Panel title={t('admin:health.title')}>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="h-60 w-full" />
        ) : (
          <ul className="grid gap-x-8 md:grid-cols-2">
            {[...data.map(shownOf), ledger].map(({ key, name, status, detail }) => (
              <li key={key} className="flex items-start justify-between gap-4 border-t border-line py-3">
                <div className="min-w-0">
                  <p className="font-medium">{name}</p>
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

const shownOf = ({ name, chain, status, detail }: HealthItem): Shown => ({
  key: `${name} ${chain}`,
  name: t(`admin:health.names.${name}`, { chain: chain ?? '' }),
  status,
  detail,
})

/** The books are read by a call of their own. */
function useLedgerItem(): Shown {
  const { data, error } = useLedgerCheck()
  const item = { key: 'ledger', name: t('admin:health.names.ledger') }
  if (!data) return { ...item, status: 'unknown', detail: error ? t('errors.load') : t('admin:health.checking') }
  if (data.problems.length === 0) return { ...item, status: 'ok', detail: t('admin:health.ledgerOk') }
  return {
    ...item,
    status: 'failed',
    detail: data.problems.map(({ check, ids }) => `${check}: ${ids.join(', ')}`).join('; '),
  }
}
