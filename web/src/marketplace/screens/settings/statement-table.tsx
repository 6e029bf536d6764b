import type { StatementEntry } from '@verso/protocol/accounts'
import { formatUsd } from '@verso/protocol/usd'
import { t } from '../../../lib/i18n.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { EmptyState } from '../../../ui/states.tsx'

type StatementTableProps = {
  title: string
  entries: StatementEntry[] | undefined
  error: unknown
  onRetry: () => void
  empty: string
}

/** The ledger's own lines, newest first: what came, what went, and what was left. */
export const StatementTable = ({ title, entries, error, onRetry, empty }: StatementTableProps) => (
  <Panel title={title} className="pb-0!">
    <div className="-mx-5 sm:-mx-6">
      <DataTable
        label={title}
        rows={entries}
        rowKey={(entry) => entry.id}
        error={error}
        onRetry={onRetry}
        minWidth={420}
        empty={<EmptyState title={empty} />}
        columns={[
          { key: 'kind', header: t('profile:statement.kind'), cell: (entry) => kindText(entry.kind) },
          {
            key: 'amount',
            header: t('profile:statement.amount'),
            isRightAligned: true,
            cell: ({ amount }) => <span className={amount < 0 ? 'num text-fg2' : 'num text-ok'}>{signed(amount)}</span>,
          },
          {
            key: 'balance',
            header: t('profile:statement.balance'),
            isRightAligned: true,
            cell: (entry) => <span className="num">{formatUsd(entry.balance)}</span>,
          },
          {
            key: 'date',
            header: t('profile:statement.date'),
            isRightAligned: true,
            cell: (entry) => (
              <span className="whitespace-nowrap text-fg3">
                <RelativeTime at={entry.created_at} />
              </span>
            ),
          },
        ]}
      />
    </div>
  </Panel>
)

const signed = (usd: number) => `${usd < 0 ? '−' : '+'}${formatUsd(Math.abs(usd))}`

/** "CREDIT_HOLD" → "Credit hold": the ledger's own words, which are few and plain. */
const kindText = (kind: string) => {
  const text = kind.toLowerCase().replaceAll(/[_.-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
