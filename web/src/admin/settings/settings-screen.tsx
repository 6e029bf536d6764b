import { useOperatorSettings } from '../../api/admin/admin-operations.ts'
import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { useCategories } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeading, Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { CategoriesForm } from './categories-form.tsx'
import { MarketForm } from './market-form.tsx'
import { PagesList } from './pages-list.tsx'
import { NotificationChoices } from './notification-choices.tsx'
import { StopsForm } from './stops-form.tsx'

/** What an operator changes without a restart. */
export function SettingsScreen() {
  const { data: settings, error, refetch } = useOperatorSettings()
  const categories = useCategories()
  if (error && !settings) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="flex flex-col gap-6">
      <PageHeading lead={t('admin:settings.lead')}>{t('admin:settings.title')}</PageHeading>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Panel title={t('admin:settings.market')}>
          {settings ? <MarketForm settings={settings} /> : <Skeleton className="h-60 w-full" />}
        </Panel>
        <Panel title={t('admin:settings.stops')}>
          {settings ? <StopsForm settings={settings} /> : <Skeleton className="h-60 w-full" />}
        </Panel>
        <Panel title={t('admin:settings.categories')} lead={t('admin:settings.categoriesLead')}>
          {categories.data ? (
            <CategoriesForm key={JSON.stringify(categories.data)} categories={categories.data} />
          ) : (
            <Skeleton className="h-60 w-full" />
          )}
        </Panel>
        <Panel title={t('admin:settings.pages')} lead={t('admin:settings.pagesLead')}>
          <PagesList />
        </Panel>
        <Panel title={t('admin:settings.told')} lead={t('admin:settings.toldLead')}>
          <NotificationChoices />
        </Panel>
        <Panel title={t('admin:settings.webhooks')} lead={t('admin:settings.webhooksLead')}>
          <ButtonLink to={adminAddressOf('webhooks')} variant="plain" className="self-start">
            {t('admin:webhooks.title')}
          </ButtonLink>
        </Panel>
      </div>
    </div>
  )
}
