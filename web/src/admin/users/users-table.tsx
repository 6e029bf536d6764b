import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import type { AdminUser } from '@verso/protocol/users'
import type { ReactNode } from 'react'
import type { UserSort } from '../../api/admin/admin-users.ts'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { nameOf } from '../../lib/initials.ts'
import { useMedia } from '../../lib/browser/use-media.ts'
import { StatusPill } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/tables/column.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Pages } from '../../ui/tables/pagination.tsx'
import { AdminSwitch } from './admin-switch.tsx'

const COLUMNS: Column<AdminUser>[] = [
  {
    key: 'display_name',
    header: t('admin:users.columns.displayName'),
    cell: (user) => (
      <span className="flex items-center gap-2">
        <span dir="auto" className="max-w-56 truncate font-medium">
          {user.display_name || '–'}
        </span>
        {user.status === 'SUSPENDED' && <StatusPill tone="bad">{t('admin:users.suspended')}</StatusPill>}
      </span>
    ),
  },
  {
    key: 'email',
    header: t('admin:users.columns.email'),
    cell: ({ email }) => <span className="block max-w-64 truncate text-fg2">{email}</span>,
  },
  {
    key: 'occupation',
    header: t('admin:users.columns.occupation'),
    cell: ({ occupation }) => (
      <span dir="auto" className="block max-w-48 truncate text-fg2">
        {occupation || '–'}
      </span>
    ),
  },
  {
    key: 'id',
    header: t('admin:users.columns.id'),
    cell: ({ id }) => (
      <span title={id} className="num block max-w-28 truncate text-sm text-fg3 2xl:max-w-none">
        {id}
      </span>
    ),
  },
  { key: 'is_admin', header: t('admin:users.columns.admin'), cell: (user) => <AdminSwitch user={user} /> },
]

type UsersTableProps = {
  users: AdminUser[] | undefined
  /** The page before is still shown while the next one loads. */
  isStale: boolean
  error: unknown
  onRetry: () => void
  server: Pages
  empty: ReactNode
  sort: UserSort
  onSort: (sort: UserSort) => void
}

/** Ids are in the order of time. */
const SORTED_BY: Partial<Record<string, 'created_at' | 'email'>> = { id: 'created_at', email: 'email' }

const orderOf = (sort: UserSort, by: string) => (sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none')

/** The columns that the server can sort by, with headings that do so: first upwards, then downwards. */
const sortable = (columns: Column<AdminUser>[], { sort, onSort }: Pick<UsersTableProps, 'sort' | 'onSort'>) =>
  columns.map((column) => {
    const by = SORTED_BY[column.key]
    if (!by) return column
    return {
      ...column,
      sort: { order: orderOf(sort, by), onToggle: () => onSort(sort === by ? `-${by}` : by) } as const,
    }
  })

/** A phone shows who it is in one column, and what can be done; the id is on the member's page. */
const PHONE_COLUMNS: Column<AdminUser>[] = [
  {
    key: 'display_name',
    header: t('admin:users.columns.displayName'),
    cell: (user) => (
      <div className="max-w-40 py-2">
        <p dir="auto" className="truncate font-medium">
          {user.display_name || user.email}
        </p>
        <p dir="auto" className="truncate text-sm text-fg3">
          {user.occupation || '–'}
        </p>
        {user.status === 'SUSPENDED' && <StatusPill tone="bad">{t('admin:users.suspended')}</StatusPill>}
      </div>
    ),
  },
  { key: 'is_admin', header: t('admin:users.columns.admin'), cell: (user) => <AdminSwitch user={user} /> },
]

export function UsersTable({ users, isStale, sort, onSort, ...table }: UsersTableProps) {
  const isPhone = useMedia('(max-width: 640px)')
  return (
    <div
      className={cx('rounded-xl bg-s1 pt-1 hairline transition-opacity', isStale && 'opacity-60')}
      aria-busy={isStale}
    >
      <DataTable
        {...table}
        label={t('admin:users.title')}
        rows={users}
        rowKey={(user) => user.id}
        minWidth={isPhone ? 300 : 820}
        columns={isPhone ? PHONE_COLUMNS : sortable(COLUMNS, { sort, onSort })}
        actions={(user) => (
          <ButtonLink
            to={adminAddressOf('editUser', { userId: user.id })}
            variant="plain"
            className="px-4!"
            aria-label={t('admin:users.editName', { name: nameOf(user) })}
          >
            {t('admin:users.edit')}
          </ButtonLink>
        )}
      />
    </div>
  )
}
