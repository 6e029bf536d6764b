import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { TABLE_PAGE_SIZE } from '@verso/protocol/limits'
import { USER_SORTS } from '@verso/protocol/users'
import { UserPlus, Users } from 'lucide-react'
import { type UserSort, useUsersPage } from '../../api/admin/admin-users.ts'
import { t } from '../../lib/i18n.ts'
import { totalOf } from '../../lib/list-total.ts'
import { useCursorPages } from '../../lib/navigation/use-cursor-pages.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useSearchParams } from '../../lib/navigation/use-search-params.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { EmptyState } from '../../ui/loading/states.tsx'
import { UsersTable } from './users-table.tsx'

const SORT_LABELS = {
  '-created_at': t('admin:users.sorts.newest'),
  created_at: t('admin:users.sorts.oldest'),
  email: t('admin:users.sorts.email'),
  '-email': t('admin:users.sorts.emailDown'),
} satisfies Record<UserSort, string>
const SORTS = (['-created_at', 'created_at', 'email', '-email'] as const).map(
  (sort) => [sort, SORT_LABELS[sort]] as const,
)

/** /users (docs/rules.md R61): search, sort and page are the server's, and in the URL. */
export function UsersScreen() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const sort = USER_SORTS.find((one) => one === params.get('sort')) ?? '-created_at'
  const { cursor, pagesOf } = useCursorPages()
  const { data, error, refetch, isPlaceholderData } = useUsersPage({
    search: useDebounced(search.trim(), 250),
    sort,
    limit: TABLE_PAGE_SIZE,
    cursor,
  })
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(value ? { [name]: value } : {})
    for (const other of ['search', 'sort'])
      if (other !== name && params.get(other)) next.set(other, params.get(other) ?? '')
    // Typing is no step to go Back to, a choice is.
    setParams(next, { replace: name === 'search' })
  }
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('admin:users.title') }]} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading lead={data && t('admin:users.count', { count: totalOf(data.meta) })}>
          {t('admin:users.title')}
        </PageHeading>
        <ButtonLink to={adminAddressOf('addUser')}>
          <UserPlus size={17} aria-hidden />
          {t('admin:users.add')}
        </ButtonLink>
      </div>
      <div className="flex flex-wrap gap-3">
        <SearchInput
          label={t('admin:users.search')}
          value={search}
          onChange={(value) => set('search', value)}
          className="min-w-60 flex-1 sm:max-w-md"
        />
        <Select
          isBare
          aria-label={t('admin:users.sort')}
          value={sort}
          options={SORTS}
          onChange={(event) => set('sort', event.target.value)}
        />
      </div>
      <UsersTable
        users={data?.data}
        sort={sort}
        onSort={(next) => set('sort', next)}
        isStale={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        server={pagesOf(data?.meta)}
        empty={
          <EmptyState
            icon={<Users size={24} />}
            title={t('admin:users.none')}
            action={
              <Button variant="plain" onClick={() => set('search', '')}>
                {t('admin:users.clear')}
              </Button>
            }
          />
        }
      />
    </div>
  )
}
