import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { groupThousands } from '@verso/protocol/usd'
import { useHealth, useOverview } from '../../api/admin/admin-operations.ts'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { formatTotal } from '../../lib/list-total.ts'
import { Link } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'

const WAYS = {
  works: adminAddressOf('moderation'),
  reports: adminAddressOf('moderation'),
  payouts: adminAddressOf('payouts'),
  payments: adminAddressOf('payments'),
  failed_jobs: adminAddressOf('jobs'),
}

/** How much waits for a person, each a way to its queue. */
export function AttentionTiles() {
  const { data, error, refetch } = useOverview()
  const health = useHealth()
  const failedChecks = health.data?.filter(({ status }) => status === 'failed').length
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <section aria-label={t('admin:dashboard.attention')}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {(['works', 'reports', 'payouts', 'payments', 'failed_jobs'] as const).map((key) => (
          <Tile
            key={key}
            to={WAYS[key]}
            label={t(`admin:dashboard.tiles.${key}`)}
            count={data?.attention[key]}
            // The server counts these no further than those of a list (docs/rules.md R26).
            format={key === 'works' || key === 'failed_jobs' ? formatTotal : groupThousands}
          />
        ))}
        <Tile
          to="#health"
          label={t('admin:dashboard.tiles.checks')}
          count={failedChecks}
          format={groupThousands}
          hasFailed={health.isError}
          isBad
        />
      </ul>
    </section>
  )
}

type TileProps = {
  to: string
  label: string
  count: number | undefined
  format: (count: number) => string
  hasFailed?: boolean
  isBad?: boolean
}

function Tile({ to, label, count, format, hasFailed, isBad }: TileProps) {
  const className = 'flex h-full flex-col gap-1 rounded-lg bg-s1 p-4 hairline transition hover:bg-s2'
  const content = (
    <>
      <span className="text-sm text-fg2">{label}</span>
      {count === undefined ? (
        hasFailed ? (
          <span className="text-2xl text-fg3">–</span>
        ) : (
          <Skeleton className="h-8 w-10" />
        )
      ) : (
        <span
          className={cx(
            'num text-2xl font-semibold',
            count === 0 ? 'text-fg3' : isBad ? 'text-bad' : 'text-accent-text',
          )}
        >
          {format(count)}
        </span>
      )}
    </>
  )
  return (
    <li>
      {/* A place on this page is the browser's to go to. */}
      {to.startsWith('#') ? (
        <a href={to} className={className}>
          {content}
        </a>
      ) : (
        <Link to={to} className={className}>
          {content}
        </Link>
      )}
    </li>
  )
}
