import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { ExternalLink, LogOut, Menu as MenuIcon } from 'lucide-react'
import { useBrand, useSettings } from '../../api/settings.ts'
import { useMe } from '../../api/users.ts'
import { NotificationBell } from '../../notifications/notification-bell.tsx'
import { nameOf } from '../../lib/initials.ts'
import { t } from '../../lib/i18n.ts'
import { Link, NavLink } from '../../ui/link.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { PAGES } from './pages.ts'
import { useBrowserZone } from './use-browser-zone.ts'

const quiet = 'flex h-11 items-center gap-2 rounded-md px-3 text-sm font-medium text-fg2 transition hover:text-fg'

export function TopBar() {
  const brand = useBrand()
  const marketplace = useSettings().data?.public_url
  const { data: me } = useMe()
  useBrowserZone()
  return (
    <header className="glass sticky top-0 z-40 border-b border-line">
      <div className="mx-auto flex h-(--nav) max-w-[1600px] items-center gap-2 px-(--gutter) lg:px-6">
        <div className="-ml-2 lg:hidden">
          <PagesMenu />
        </div>
        <Link
          to={adminAddressOf('dashboard')}
          className="flex items-center gap-2.5 rounded-sm py-2 text-[17px] font-semibold tracking-[-.03em]"
        >
          <Logo />
          <span className="lowercase">{brand}</span>
          <span className="rounded-full bg-s2 px-2 py-0.5 text-xs tracking-normal text-fg2 max-[359px]:hidden">
            {t('admin:area')}
          </span>
        </Link>
        <div className="ml-auto flex items-center">
          {marketplace && (
            <a href={marketplace} className={`${quiet} max-sm:hidden`}>
              {t('admin:menu.marketplace')}
              <ExternalLink size={15} aria-hidden />
            </a>
          )}
          {me && <span className="max-w-40 truncate px-3 text-sm text-fg3 max-md:hidden">{nameOf(me)}</span>}
          <NotificationBell allAt={adminAddressOf('notifications')} />
          <Link to={adminAddressOf('signOut')} className={quiet}>
            <LogOut size={16} aria-hidden />
            {t('admin:menu.signOut')}
          </Link>
        </div>
      </div>
    </header>
  )
}

/** The side menu of small screens. */
const PagesMenu = () => (
  <Menu label={t('admin:menu.open')} trigger={<MenuIcon size={20} aria-hidden />}>
    <nav aria-label={t('admin:menu.label')}>
      <ul>
        {PAGES.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === adminAddressOf('dashboard')}>
              <Icon size={16} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  </Menu>
)
