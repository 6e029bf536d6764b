import { useOperatorSettings } from '../../api/admin/admin-operations.ts'
import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import type { Featured } from '@verso/protocol/nfts/featured'
import { useChosenFeatured } from '../../api/admin/admin-featured.ts'
import { useCategories } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { CategoriesForm } from './categories-form.tsx'
import { FeaturedForm } from './featured-form.tsx'
import { MarketForm } from './market-form.tsx'
import { PagesList } from './pages-list.tsx'
import { NotificationChoices } from './notification-choices.tsx'
import { StopsForm } from './stops-form.tsx'

/** The settings that an operator changes without a restart. */
export function SettingsScreen() {
  const { data: settings, error, refetch } = useOperatorSettings()
  const categories = useCategories()
  const featured = useChosenFeatured()
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
          ) : categories.error ? (
            <ErrorState error={categories.error} onRetry={() => void categories.refetch()} />
          ) : (
            <Skeleton className="h-60 w-full" />
          )}
        </Panel>
        <Panel title={t('admin:settings.featured')} lead={t('admin:settings.featuredLead')}>
          {featured.data ? (
            <FeaturedForm key={idsOf(featured.data)} featured={featured.data} />
          ) : featured.error ? (
            <ErrorState error={featured.error} onRetry={() => void featured.refetch()} />
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

/** Another choice fills the form anew; the same, read again, leaves what is being changed. */
const idsOf = ({ nfts, users }: Featured): string => [...nfts, ...users].map(({ id }) => id).join()
