import type { AdminPayment } from '@verso/protocol/money/admin-money'
import { formatUsd } from '@verso/protocol/usd'
import { t } from '../../lib/i18n.ts'
import { StatusPill, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/tables/column.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { MemberCell } from '../member-cell.tsx'

const toneOf = ({ status, reason }: AdminPayment): Tone => {
  if (reason) return 'bad'
  if (status === 'SUCCESS') return 'ok'
  return ['CREATED', 'PENDING', 'REQUIRES_ACTION', 'REFUND_DUE'].includes(status) ? 'warn' : 'neutral'
}

export const PAYMENT_COLUMNS: Column<AdminPayment>[] = [
  {
    key: 'payment',
    header: t('admin:payments.columns.payment'),
    cell: ({ id, kind, nft, created_at }) => (
      <div className="max-w-64 py-2">
        <p className="truncate font-medium">{nft?.name ?? t(`admin:payments.kinds.${kind}`)}</p>
        <p title={id} className="num truncate text-sm text-fg3">
          {id}
        </p>
        <p className="text-sm text-fg3">
          <RelativeTime at={created_at} />
        </p>
      </div>
    ),
  },
  {
    key: 'member',
    header: t('admin:payments.columns.member'),
    cell: ({ user }) => <MemberCell user={user} />,
  },
  {
    key: 'amount',
    header: t('admin:payments.columns.amount'),
    cell: ({ amount, captured }) => (
      <div className="num whitespace-nowrap">
        <p className="font-semibold">
          {formatUsd(amount)} {t('price.currency')}
        </p>
        {captured !== null && captured !== amount && (
          <p className="text-sm text-bad">{t('admin:payments.captured', { amount: formatUsd(captured) })}</p>
        )}
      </div>
    ),
  },
  {
    key: 'status',
    header: t('admin:payments.columns.status'),
    cell: (payment) => (
      <div className="max-w-60 py-2">
        <StatusPill tone={toneOf(payment)}>{t(`order.status.${payment.status}`)}</StatusPill>
        {payment.reason && <p className="mt-1 text-sm wrap-anywhere text-fg2">{payment.reason}</p>}
      </div>
    ),
  },
]
