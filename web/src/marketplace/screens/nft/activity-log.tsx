import type { Activity, ActivityLogEntry } from '@verso/protocol/nfts/activity-log'
import { formatUsd } from '@verso/protocol/usd'
import { TABLE_PAGE_SIZE } from '@verso/protocol/limits'
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, Clock3, Sparkles } from 'lucide-react'
import { useActivityLog } from '../../../api/nfts/nft-history.ts'
import { t } from '../../../lib/i18n.ts'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { usePageParam } from '../../../lib/navigation/use-page-param.ts'
import type { Column } from '../../../ui/tables/column.ts'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../ui/loading/states.tsx'

const ICONS: Record<Activity, typeof Sparkles> = {
  Created: Sparkles,
  Listed: ArrowUpRight,
  'Listing Removed': ArrowDownLeft,
  Transferred: ArrowLeftRight,
}

/** Of the table and of the list that small screens get. */
const PAGE_NAME = 'activity'

type ActivityLogProps = { nftId: string; version: string }

/** The events of an NFT, newest first (docs/rules.md R30); a list instead of the table on small screens. */
export function ActivityLog({ nftId, version }: ActivityLogProps) {
  const log = useActivityLog(nftId, version)
  const { refetch } = log
  const isWide = useMedia('(min-width: 640px)')
  const retry = () => void refetch()
  return (
    <Disclosure name="activity" title={t('nft.activity.title')} icon={<Clock3 size={18} />}>
      {isWide ? (
        <div className="-mx-5 -mb-5 overflow-hidden rounded-b-xl">
          <DataTable
            label={t('nft.activity.title')}
            pageName={PAGE_NAME}
            columns={COLUMNS}
            rows={log.data}
            rowKey={keyOf}
            error={log.data ? undefined : log.error}
            onRetry={retry}
            minWidth={540}
          />
        </div>
      ) : (
        <ActivityList entries={log.data} error={log.error} onRetry={retry} />
      )}
    </Disclosure>
  )
}

const keyOf = (entry: ActivityLogEntry) => `${entry.activity}-${entry.date}-${entry.price}-${entry.to}`
const priceText = (entry: ActivityLogEntry) =>
  entry.price === null ? '–' : `${formatUsd(entry.price)} ${t('price.currency')}`

function ActivityIcon({ activity }: { activity: Activity }) {
  const Icon = ICONS[activity] ?? Sparkles
  return (
    <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-s2 text-fg2">
      <Icon size={15} />
    </span>
  )
}

const Person = ({ name }: { name: string | null }) => (
  <span dir="auto" className="block max-w-28 truncate text-fg2" title={name ?? undefined}>
    {name ?? '–'}
  </span>
)

const COLUMNS: Column<ActivityLogEntry>[] = [
  {
    key: 'activity',
    header: t('nft.activity.activity'),
    cell: (entry) => (
      <span className="flex items-center gap-3 font-medium whitespace-nowrap">
        <ActivityIcon activity={entry.activity} />
        {entry.activity}
      </span>
    ),
  },
  {
    key: 'price',
    header: t('nft.activity.price'),
    cell: (entry) => <span className="num whitespace-nowrap">{priceText(entry)}</span>,
  },
  { key: 'from', header: t('nft.activity.from'), cell: (entry) => <Person name={entry.from} /> },
  { key: 'to', header: t('nft.activity.to'), cell: (entry) => <Person name={entry.to} /> },
  {
    key: 'date',
    header: t('nft.activity.date'),
    isRightAligned: true,
    cell: (entry) => (
      <span className="whitespace-nowrap text-fg3">
        <RelativeTime at={entry.date} />
      </span>
    ),
  },
]

type ActivityListProps = { entries: ActivityLogEntry[] | undefined; error: unknown; onRetry: () => void }

function ActivityList({ entries, error, onRetry }: ActivityListProps) {
  const [chosen, setPage] = usePageParam(PAGE_NAME)
  if (!entries && error) return <ErrorState error={error} onRetry={onRetry} />
  if (!entries) return <Skeleton className="h-64 w-full" />
  const page = Math.min(chosen, Math.max(0, Math.ceil(entries.length / TABLE_PAGE_SIZE) - 1))
  const shown = entries.slice(page * TABLE_PAGE_SIZE, (page + 1) * TABLE_PAGE_SIZE)
  return (
    <>
      <ul>
        {shown.map((entry) => (
          <li key={keyOf(entry)} className="flex min-h-16 items-center gap-3 border-t border-line py-2 first:border-0">
            <ActivityIcon activity={entry.activity} />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{entry.activity}</p>
              <p className="truncate text-sm text-fg3">
                {entry.to ? t('nft.activity.fromTo', { from: entry.from ?? '–', to: entry.to }) : entry.from}
              </p>
            </div>
            <div className="text-right">
              <p className="num">{priceText(entry)}</p>
              <p className="text-sm text-fg3">
                <RelativeTime at={entry.date} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {entries.length > TABLE_PAGE_SIZE && (
        <Pagination
          label={t('nft.activity.title')}
          page={page}
          pageSize={TABLE_PAGE_SIZE}
          total={entries.length}
          onPage={setPage}
        />
      )}
    </>
  )
}
