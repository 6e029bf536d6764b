import type { AdminPayout } from '@verso/protocol/money/admin-money'
import { formatUsd } from '@verso/protocol/usd'
import { t } from '../../lib/i18n.ts'
import { StatusPill, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/tables/column.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { MemberCell } from '../member-cell.tsx'

const TONES: Record<AdminPayout['status'], Tone> = {
  REQUESTED: 'warn',
  APPROVED: 'info',
  PAID: 'ok',
  REJECTED: 'bad',
  CANCELLED: 'neutral',
}

export const PAYOUT_COLUMNS: Column<AdminPayout>[] = [
  {
    key: 'requested',
    header: t('admin:payouts.columns.requested'),
    cell: ({ created_at }) => (
      <span className="whitespace-nowrap text-fg2">
        <RelativeTime at={created_at} />
      </span>
    ),
  },
  {
    key: 'member',
    header: t('admin:payouts.columns.member'),
    cell: ({ user }) => <MemberCell user={user} />,
  },
  {
    key: 'amount',
    header: t('admin:payouts.columns.amount'),
    cell: ({ amount }) => (
      <span className="num font-semibold whitespace-nowrap">
        {formatUsd(amount)} {t('price.currency')}
      </span>
    ),
  },
  {
    key: 'account',
    header: t('admin:payouts.columns.account'),
    cell: ({ account }) =>
      account ? (
        <div className="max-w-56 py-2 text-fg2">
          <p className="truncate" title={account.bank_name}>
            {account.bank_name}
          </p>
          <p className="num text-sm whitespace-nowrap">
            {account.account_number} · {account.country} {account.currency}
          </p>
        </div>
      ) : (
        <span className="whitespace-nowrap text-fg2">{t('admin:payouts.noAccount')}</span>
      ),
  },
  {
    key: 'status',
    header: t('admin:payouts.columns.status'),
    cell: ({ status, reason, reference }) => (
      <div className="max-w-56 py-2">
        <StatusPill tone={TONES[status]}>{t(`profile:earnings.statuses.${status}`)}</StatusPill>
        {reference && <p className="mt-1 truncate text-sm text-fg3">{t('admin:payouts.reference', { reference })}</p>}
        {reason && status !== 'REQUESTED' && (
          <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-fg3">{reason}</p>
        )}
      </div>
    ),
  },
]
