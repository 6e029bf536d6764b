import { addressOf } from '@verso/protocol/pages/pages'
import type { StatementEntry } from '@verso/protocol/money/accounts'
import { formatUsd } from '@verso/protocol/usd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { fetchStatementCsv, type StatementName, useStatement } from '../../../../api/money/statements.ts'
import { downloadFile } from '../../../../lib/browser/download-file.ts'
import { errorMessage } from '../../../../lib/error-message.ts'
import { t } from '../../../../lib/i18n.ts'
import { useLoadedPage } from '../../../../lib/navigation/use-loaded-page.ts'
import { Button } from '../../../../ui/button.tsx'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { RelativeTime } from '../../../../ui/text/relative-time.tsx'
import { EmptyState } from '../../../../ui/loading/states.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'

type StatementTableProps = { name: StatementName; empty: string }

/** The ledger's own lines, newest first: what came, what went, and what was left. */
export function StatementTable({ name, empty }: StatementTableProps) {
  const query = useStatement(name)
  const { rows, server } = useLoadedPage(query, 'statement')
  const title = t('profile:statement.title')
  return (
    <Panel title={title} aside={server.total > 0 && <DownloadCsv name={name} />} className="pb-0!">
      <div className="-mx-5 sm:-mx-6">
        <DataTable
          label={title}
          rows={rows}
          server={server}
          rowKey={(entry) => entry.id}
          error={query.error}
          onRetry={() => void query.refetch()}
          minWidth={420}
          isStackable
          empty={<EmptyState title={empty} />}
          columns={[
            { key: 'kind', header: t('profile:statement.kind'), cell: (entry) => <What entry={entry} /> },
            {
              key: 'amount',
              header: t('profile:statement.amount'),
              isRightAligned: true,
              cell: ({ amount }) => (
                <span className={amount < 0 ? 'num text-fg2' : 'num text-ok'}>{signed(amount)}</span>
              ),
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
}

const What = ({ entry: { kind, subject } }: { entry: StatementEntry }) => (
  <div className="min-w-0 py-2">
    <p>{kind}</p>
    {subject && (
      <Link
        to={addressOf('nft', { nftId: subject.nft_id })}
        className="block max-w-56 truncate rounded-sm text-sm text-fg3 hover:underline"
      >
        {subject.name}
      </Link>
    )}
  </div>
)

const signed = (usd: number) => `${usd < 0 ? '−' : '+'}${formatUsd(Math.abs(usd))}`

/** All of the statement, not only what the table shows. */
function DownloadCsv({ name }: { name: StatementName }) {
  const [isPending, setIsPending] = useState(false)
  const download = async () => {
    setIsPending(true)
    try {
      downloadFile(`${name}.csv`, await fetchStatementCsv(name), 'text/csv;charset=utf-8')
    } catch (error) {
      void toast.error(errorMessage(error, t('errors.load')))
    } finally {
      setIsPending(false)
    }
  }
  return (
    <Button variant="plain" size="sm" isPending={isPending} onClick={() => void download()}>
      <Download size={16} aria-hidden /> {t('profile:statement.csv')}
    </Button>
  )
}
