import { chainName } from '@verso/protocol/chains'
import type { UnknownToken } from '@verso/protocol/operations/unknown-tokens'
import { useSettleToken, useUnknownTokens } from '../../api/admin/admin-operations.ts'
import { t } from '../../lib/i18n.ts'
import { totalOf } from '../../lib/list-total.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { openModal } from '../../ui/overlays/modal.ts'
import { Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/tables/column.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ReasonForm } from '../reason-form.tsx'

const COLUMNS: Column<UnknownToken>[] = [
  { key: 'token', header: t('admin:tokens.columns.token'), cell: (token) => <Token token={token} /> },
  {
    key: 'contract',
    header: t('admin:tokens.columns.contract'),
    cell: ({ contract }) => <Address value={contract} />,
  },
  {
    key: 'owner',
    header: t('admin:tokens.columns.owner'),
    cell: ({ owner_address }) => <Address value={owner_address} />,
  },
  {
    key: 'seen',
    header: t('admin:tokens.columns.seen'),
    cell: ({ seen_at }) => (
      <span className="whitespace-nowrap text-fg2">
        <RelativeTime at={seen_at} />
      </span>
    ),
  },
]

/** Tokens of the collection that the books do not know; nothing is shown while there are none. */
export function UnknownTokensPanel() {
  const { data, error, refetch } = useUnknownTokens()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.data.length === 0) return null
  return (
    <Panel
      title={t('admin:tokens.title')}
      lead={t('admin:tokens.lead', { count: totalOf(data.meta) })}
      className="pb-0!"
    >
      <div className="-mx-5 sm:-mx-6">
        <DataTable
          label={t('admin:tokens.title')}
          pageName="tokens"
          columns={COLUMNS}
          rows={data.data}
          rowKey={({ chain, token_id }) => `${chain} ${token_id}`}
          minWidth={720}
          isStackable
          actions={(token) => <SettleButton token={token} />}
        />
      </div>
    </Panel>
  )
}

function SettleButton({ token: { chain, token_id } }: { token: UnknownToken }) {
  const { mutateAsync } = useSettleToken()
  const ask = () =>
    openModal({
      title: t('admin:tokens.form.title', { token: token_id }),
      render: (close) => (
        <ReasonForm
          lead={t('admin:tokens.form.lead')}
          label={t('admin:tokens.form.reason')}
          submitLabel={t('admin:tokens.settle')}
          isSafe
          onSubmit={(reason) => mutateAsync({ chain, token_id, reason })}
          onDone={close}
        />
      ),
    })
  return (
    <Button variant="plain" onClick={ask}>
      {t('admin:tokens.settle')}
    </Button>
  )
}

function Token({ token: { chain, token_id, explorer_url } }: { token: UnknownToken }) {
  const name = <span className="num">{token_id}</span>
  return (
    <div className="max-w-40 truncate py-2" title={token_id}>
      {explorer_url ? (
        <a href={explorer_url} target="_blank" rel="noreferrer" className="link">
          {name}
        </a>
      ) : (
        name
      )}
      <p className="text-sm text-fg3">{chainName(chain)}</p>
    </div>
  )
}

const Address = ({ value }: { value: string }) => (
  <span title={value} className="num block max-w-40 truncate text-sm">
    {value}
  </span>
)
