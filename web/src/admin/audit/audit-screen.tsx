import type { AuditEntry } from '@verso/protocol/operations/audit'
import { ScrollText } from 'lucide-react'
import { useAudit } from '../../api/admin/admin-operations.ts'
import { t } from '../../lib/i18n.ts'
import { useCursorPages } from '../../lib/navigation/use-cursor-pages.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useSearchParams } from '../../lib/navigation/use-search-params.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/tables/column.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { EmptyState } from '../../ui/loading/states.tsx'
import { AuditChange } from './audit-change.tsx'

const PAGE_SIZE = 10

const COLUMNS: Column<AuditEntry>[] = [
  {
    key: 'at',
    header: t('admin:audit.columns.at'),
    cell: ({ created_at }) => (
      <span className="whitespace-nowrap text-fg2">
        <RelativeTime at={created_at} />
      </span>
    ),
  },
  {
    key: 'actor',
    header: t('admin:audit.columns.actor'),
    cell: ({ actor }) => (
      <span className="block max-w-56 truncate">{actor ? actor.email : t('admin:audit.system')}</span>
    ),
  },
  {
    key: 'action',
    header: t('admin:audit.columns.action'),
    cell: ({ action }) => <span className="font-medium">{action}</span>,
  },
  {
    key: 'subject',
    header: t('admin:audit.columns.subject'),
    cell: ({ subject_type, subject_id }) => (
      <span title={subject_id} className="block max-w-64 truncate text-sm text-fg2">
        {subject_type} {subject_id}
      </span>
    ),
  },
]

const show = (entry: AuditEntry) =>
  openModal({
    title: entry.action,
    size: 'lg',
    body: <AuditChange entry={entry} />,
    cancelLabel: null,
    confirmLabel: t('actions.close'),
  })

/** The append-only audit log: every act of an admin, and what concerns the safety of accounts. */
export function AuditScreen() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const { cursor, pagesOf } = useCursorPages()
  const kind = params.get('kind') === 'security' ? ('security' as const) : undefined
  const typed = useDebounced(search.trim(), 250)
  const { data, error, refetch } = useAudit({ search: typed, kind, limit: PAGE_SIZE, cursor })
  const choose = (next: { search?: string; kind?: string | undefined }) => {
    const chosen = Object.entries({ search, kind, ...next }).filter((pair): pair is [string, string] =>
      Boolean(pair[1]),
    )
    setParams(Object.fromEntries(chosen), { replace: true })
  }
  return (
    <div className="flex flex-col gap-6">
      <PageHeading lead={t('admin:audit.lead')}>{t('admin:audit.title')}</PageHeading>
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput
          label={t('admin:audit.search')}
          value={search}
          onChange={(value) => choose({ search: value })}
          className="max-w-md flex-1"
        />
        <Segmented
          label={t('admin:audit.kind')}
          items={[
            ['all', t('admin:audit.all')],
            ['security', t('admin:audit.security')],
          ]}
          value={kind ?? 'all'}
          onChange={(value) => choose({ kind: value === 'all' ? undefined : value })}
        />
      </div>
      <div className="rounded-xl bg-s1 pt-1 hairline">
        <DataTable
          label={t('admin:audit.title')}
          columns={COLUMNS}
          rows={data?.data}
          rowKey={(entry) => entry.id}
          pageSize={PAGE_SIZE}
          minWidth={760}
          isStackable
          error={error}
          onRetry={() => void refetch()}
          server={pagesOf(data?.meta)}
          empty={<EmptyState icon={<ScrollText size={24} />} title={t('admin:audit.none')} />}
          actions={(entry) => (
            <Button variant="plain" onClick={() => show(entry)}>
              {t('admin:audit.show')}
            </Button>
          )}
        />
      </div>
    </div>
  )
}
