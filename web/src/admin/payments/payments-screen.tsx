import { TABLE_PAGE_SIZE } from '@verso/protocol/limits'
import { CircleCheck, SearchX } from 'lucide-react'
import { usePaymentSearch, useReviewPayments } from '../../api/admin/admin-money.ts'
import { t } from '../../lib/i18n.ts'
import { useChangeParams } from '../../lib/navigation/use-change-params.ts'
import { useCursorPages } from '../../lib/navigation/use-cursor-pages.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useSearchParams } from '../../lib/navigation/use-search-params.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { EmptyState } from '../../ui/loading/states.tsx'
import { AllPayments } from './all-payments.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { PAYMENT_COLUMNS } from './payment-columns.tsx'

/** Payments that need a person, all payments, and any payment by an id. */
export function PaymentsScreen() {
  const [params, changeParams] = useChangeParams()
  const [, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const shown = params.get('show') === 'all' ? 'all' : 'open'
  return (
    <div className="flex flex-col gap-6">
      <PageHeading>{t('admin:payments.title')}</PageHeading>
      <SearchInput
        label={t('admin:payments.search')}
        value={search}
        // The former list is there again once the search is cleared.
        onChange={(value) => changeParams({ search: value, found: '' }, 'replace')}
        className="max-w-lg"
      />
      {search.trim() ? (
        <Found text={search.trim()} />
      ) : (
        <>
          <div className="w-fit">
            <Segmented
              label={t('admin:payments.show')}
              items={SHOWS}
              value={shown}
              onChange={(next) => setParams(next === 'all' ? { show: next } : {})}
            />
          </div>
          {shown === 'all' ? <AllPayments table={TABLE} /> : <NeedingAPerson />}
        </>
      )}
    </div>
  )
}

const SHOWS = [
  ['open', t('admin:payments.shows.open')],
  ['all', t('admin:payments.shows.all')],
] as const

const TABLE = {
  columns: PAYMENT_COLUMNS,
  rowKey: (payment: { id: string }) => payment.id,
  minWidth: 880,
  isStackable: true,
}

function NeedingAPerson() {
  const { cursor, pagesOf } = useCursorPages()
  const { data, error, refetch } = useReviewPayments({ limit: TABLE_PAGE_SIZE, cursor })
  return (
    <Panel title={t('admin:payments.needing')} lead={t('admin:payments.lead')} className="pb-0!">
      <div className="-mx-5 sm:-mx-6">
        <DataTable
          {...TABLE}
          label={t('admin:payments.needing')}
          rows={data?.data}
          error={error}
          onRetry={() => void refetch()}
          server={pagesOf(data?.meta)}
          empty={<EmptyState icon={<CircleCheck size={24} />} title={t('admin:payments.none')} />}
          actions={(payment) => <PaymentActions payment={payment} />}
        />
      </div>
    </Panel>
  )
}

function Found({ text }: { text: string }) {
  const { data, error, refetch } = usePaymentSearch(useDebounced(text, 300))
  return (
    <Panel
      title={t('admin:payments.found')}
      lead={data?.meta.total_capped && t('admin:payments.foundNewest', { count: data.meta.total })}
      className="pb-0!"
    >
      <div className="-mx-5 sm:-mx-6">
        <DataTable
          {...TABLE}
          label={t('admin:payments.found')}
          pageName="found"
          rows={data?.data}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState icon={<SearchX size={24} />} title={t('admin:payments.notFound')} />}
          actions={(payment) => <PaymentActions payment={payment} />}
        />
      </div>
    </Panel>
  )
}
