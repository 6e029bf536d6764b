import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { formatDay } from '@verso/protocol/dates'
import { useAdminPages } from '../../api/pages.ts'
import { t } from '../../lib/i18n.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'

/** The pages of the footer, each a way to its editor. */
export function PagesList() {
  const { data, error, refetch } = useAdminPages()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-60 w-full" />
  return (
    <ul>
      {data.map(({ page, updated_at }) => (
        <li key={page} className="flex items-center justify-between gap-4 border-t border-line py-3 first:border-t-0">
          <div className="min-w-0">
            <p className="truncate font-medium">{t(`navs:${page}`)}</p>
            <p className="text-sm text-fg3">{t('admin:settings.pageUpdated', { date: formatDay(updated_at) })}</p>
          </div>
          <ButtonLink
            to={adminAddressOf('editPage', { page })}
            variant="plain"
            className="px-4!"
            aria-label={t('admin:settings.pageEditName', { name: t(`navs:${page}`) })}
          >
            {t('admin:settings.pageEdit')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
