import { TABLE_PAGE_SIZE } from '@verso/protocol/limits'
import type { AdminPayment } from '@verso/protocol/money/admin-money'
import { PAYMENT_KINDS, PAYMENT_STATUSES } from '@verso/protocol/money/payment-status'
import { parseUsdCents } from '@verso/protocol/usd'
import { ReceiptText } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type PaymentFilters, useAllPayments } from '../../api/admin/admin-money.ts'
import { t } from '../../lib/i18n.ts'
import { useTyped } from '../../lib/forms/use-typed.ts'
import { useChangeParams } from '../../lib/navigation/use-change-params.ts'
import { useCursorPages } from '../../lib/navigation/use-cursor-pages.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/tables/column.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { EmptyState } from '../../ui/loading/states.tsx'
import { PaymentActions } from './payment-actions.tsx'

type AllPaymentsProps = {
  table: {
    columns: readonly Column<AdminPayment>[]
    rowKey: (payment: AdminPayment) => string
    minWidth: number
    isStackable: boolean
  }
}

/** Every payment, newest first; the filters are in the address. */
export function AllPayments({ table }: AllPaymentsProps) {
  const [params] = useChangeParams()
  const { cursor, pagesOf } = useCursorPages()
  const typed = useDebounced(params.toString(), 250)
  const filters = filtersOf(new URLSearchParams(typed))
  const { data, error, refetch } = useAllPayments({ ...filters, limit: TABLE_PAGE_SIZE, cursor })
  return (
    <Panel title={t('admin:payments.all')} lead={t('admin:payments.allLead')} className="pb-0!">
      <Filters />
      <div className="-mx-5 sm:-mx-6">
        <DataTable
          {...table}
          label={t('admin:payments.all')}
          rows={data?.data}
          error={error}
          onRetry={() => void refetch()}
          server={pagesOf(data?.meta)}
          empty={<EmptyState icon={<ReceiptText size={24} />} title={t('admin:payments.noneOfThese')} />}
          actions={(payment) => <PaymentActions payment={payment} />}
        />
      </div>
    </Panel>
  )
}

const KINDS = PAYMENT_KINDS.map((kind) => [kind, t(`admin:payments.kinds.${kind}`)] as const)
const STATES = PAYMENT_STATUSES.map((status) => [status, t(`order.status.${status}`)] as const)
const isDay = (text: string | null) => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)
const amountIn = (text: string | null) => (text && parseUsdCents(text) !== null ? text : undefined)

/** The filters in the address; an unknown value counts as none. */
const filtersOf = (params: URLSearchParams): PaymentFilters => ({
  status: PAYMENT_STATUSES.find((one) => one === params.get('status')),
  kind: PAYMENT_KINDS.find((one) => one === params.get('kind')),
  from: isDay(params.get('from')),
  to: isDay(params.get('to')),
  min_amount: amountIn(params.get('min_amount')),
  max_amount: amountIn(params.get('max_amount')),
})

function Filters() {
  const [params, change] = useChangeParams()
  // Another filter begins at the first page.
  const set = (name: string, value: string, history: 'push' | 'typing') =>
    change({ [name]: value, cursor: '', page: '' }, history)
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-6">
      {(['status', 'kind'] as const).map((name) => (
        <Field key={name} label={t(`admin:payments.filters.${name}`)}>
          {(control) => (
            <Select
              {...control}
              value={params.get(name) ?? ''}
              none={t('admin:payments.filters.any')}
              options={name === 'status' ? STATES : KINDS}
              onChange={(event) => set(name, event.target.value, 'push')}
            />
          )}
        </Field>
      ))}
      {(['from', 'to', 'min_amount', 'max_amount'] as const).map((name) => (
        <Field key={name} label={t(`admin:payments.filters.${name}`)}>
          {(control) => (
            <TypedInput
              {...control}
              {...(name === 'from' || name === 'to' ? { type: 'date' } : amountField(params.get(name)))}
              value={params.get(name) ?? ''}
              onChange={(value) => set(name, value, 'typing')}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

const amountField = (text: string | null) =>
  ({ inputMode: 'decimal', 'aria-invalid': Boolean(text) && amountIn(text) === undefined }) as const

type TypedInputProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
}

/** A field whose text is one of the address. */
function TypedInput({ value, onChange, ...rest }: TypedInputProps) {
  const [typed, type] = useTyped(value, onChange)
  return <TextInput {...rest} value={typed} autoComplete="off" onChange={(event) => type(event.target.value)} />
}
