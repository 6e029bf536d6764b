import { addressOf, type SettingsTab } from '@verso/protocol/pages/pages'
import { type ComponentType, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { Boundary } from '../../../ui/loading/boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { cx } from '../../../lib/cx.ts'
import { t } from '../../../lib/i18n.ts'
import { NavLink } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { TabRow } from '../../../ui/tab-row.tsx'
import { PageSearch } from '../../search/page-search.tsx'

const ProfileTab = lazyPart(() => import('./profile/profile-tab.tsx'), 'ProfileTab')
const EarningsTab = lazyPart(() => import('./money/earnings-tab.tsx'), 'EarningsTab')
const CreditsTab = lazyPart(() => import('./money/credits-tab.tsx'), 'CreditsTab')
const CryptoWalletsTab = lazyPart(() => import('./wallets/crypto-wallets-tab.tsx'), 'CryptoWalletsTab')
const NotificationsTab = lazyPart(() => import('./notifications/notifications-tab.tsx'), 'NotificationsTab')

const TABS: { tab: SettingsTab; label: string; screen: ComponentType }[] = [
  { tab: 'profile', label: t('profile:tabs.profile'), screen: ProfileTab },
  { tab: 'earnings', label: t('profile:tabs.earnings'), screen: EarningsTab },
  { tab: 'credits', label: t('profile:tabs.credits'), screen: CreditsTab },
  { tab: 'crypto-wallets', label: t('profile:tabs.cryptoWallets'), screen: CryptoWalletsTab },
  { tab: 'notifications', label: t('notifications'), screen: NotificationsTab },
]

/** Any other path below the settings' goes to the profile tab. */
export function SettingsScreen() {
  const { pathname } = useLocation()
  return (
    <div className="page max-w-[1120px] py-8 md:py-10">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <p className="text-xs font-semibold tracking-(--track-caps) text-fg3">{t('profile:settings.caption')}</p>
          <h1 className="mt-1 text-(length:--text-3xl) leading-tight font-semibold tracking-(--track-display)">
            {t('profile:settings.title')}
          </h1>
        </div>
        <PageSearch className="w-full md:w-[420px]" />
      </div>
      <SettingsTabs pathname={pathname} />
      <div className="mt-6">
        <Boundary place={pathname}>
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-xl!" />}>
            <Routes>
              {TABS.map(({ tab, screen: Screen }) => (
                <Route key={tab} path={tab} element={<Screen />} />
              ))}
              <Route path="*" element={<Navigate to={addressOf('settingsTab', { tab: 'profile' })} replace />} />
            </Routes>
          </Suspense>
        </Boundary>
      </div>
    </div>
  )
}

const tabLink = ({ isActive }: { isActive: boolean }) =>
  cx(
    'shrink-0 border-b-2 px-1 py-3 font-medium transition hover:text-fg',
    isActive ? 'border-accent-text text-fg' : 'border-transparent text-fg3',
  )

const SettingsTabs = ({ pathname }: { pathname: string }) => (
  <TabRow label={t('profile:settings.tabs')} current={pathname}>
    <div className="flex min-w-max gap-6 border-b border-line">
      {TABS.map(({ tab, label }) => (
        <NavLink key={tab} to={addressOf('settingsTab', { tab })} className={tabLink}>
          {label}
        </NavLink>
      ))}
    </div>
  </TabRow>
)
