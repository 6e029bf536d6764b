import { TABLE_PAGE_SIZE } from '@verso/protocol/limits'
import { Banknote, Download } from 'lucide-react'
import { useState } from 'react'
import { fetchAllPayouts, type PayoutsShown, useAdminPayouts } from '../../api/admin/admin-money.ts'
import { csvOf } from '../../lib/browser/csv.ts'
import { downloadFile } from '../../lib/browser/download-file.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { t } from '../../lib/i18n.ts'
import { useCursorPages } from '../../lib/navigation/use-cursor-pages.ts'
import { useSearchParams } from '../../lib/navigation/use-search-params.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { EmptyState } from '../../ui/loading/states.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { PayoutActions } from './payout-actions.tsx'
import { PAYOUT_COLUMNS } from './payout-columns.tsx'

const SHOWS = [
  ['open', t('admin:payouts.shows.open')],
  ['all', t('admin:payouts.shows.all')],
] as const

/** Payouts: approve, pay at the bank, mark paid with the reference; or reject with a reason. */
export function PayoutsScreen() {
  const [params, setParams] = useSearchParams()
  const status: PayoutsShown = params.get('show') === 'all' ? 'all' : 'open'
  const { cursor, pagesOf } = useCursorPages()
  const { data, error, refetch } = useAdminPayouts({ status, limit: TABLE_PAGE_SIZE, cursor })
  return (
    <div className="flex flex-col gap-6">
      <PageHeading lead={t('admin:payouts.lead')}>{t('admin:payouts.title')}</PageHeading>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t('admin:payouts.show')}
          items={SHOWS}
          value={status}
          onChange={(next) => setParams(next === 'all' ? { show: next } : {})}
        />
        <ExportButton status={status} />
      </div>
      <div className="rounded-xl bg-s1 pt-1 hairline">
        <DataTable
          label={t('admin:payouts.title')}
          columns={PAYOUT_COLUMNS}
          rows={data?.data}
          rowKey={(payout) => payout.id}
          minWidth={900}
          isStackable
          error={error}
          onRetry={() => void refetch()}
          server={pagesOf(data?.meta)}
          empty={<EmptyState icon={<Banknote size={24} />} title={t('admin:payouts.none')} />}
          actions={(payout) => <PayoutActions payout={payout} />}
        />
      </div>
    </div>
  )
}

function ExportButton({ status }: { status: PayoutsShown }) {
  const [isPending, setIsPending] = useState(false)
  const save = async () => {
    setIsPending(true)
    try {
      const payouts = await fetchAllPayouts(status)
      const rows = [
        [
          'id',
          'created_at',
          'status',
          'amount_usd',
          'member_id',
          'email',
          'bank',
          'account',
          'country',
          'currency',
          'reference',
        ],
        ...payouts.map(({ id, created_at, amount, user, account, reference, ...payout }) => [
          id,
          created_at,
          payout.status,
          amount.toFixed(2),
          user.id,
          user.email,
          account?.bank_name ?? null,
          account?.account_number ?? null,
          account?.country ?? null,
          account?.currency ?? null,
          reference,
        ]),
      ]
      downloadFile(`payouts-${status}.csv`, csvOf(rows), 'text/csv;charset=utf-8')
    } catch (error) {
      void toast.error(errorMessage(error))
    } finally {
      setIsPending(false)
    }
  }
  return (
    <Button variant="plain" isPending={isPending} onClick={() => void save()}>
      <Download size={16} aria-hidden />
      {t('admin:payouts.export')}
    </Button>
  )
}
