import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { NavLink } from '../../ui/link.tsx'
import { PAGES } from './pages.ts'

const link = ({ isActive }: { isActive: boolean }) =>
  cx(
    'flex h-11 items-center gap-3 rounded-md px-3 font-medium transition hover:bg-s2 hover:text-fg',
    isActive ? 'bg-s2 text-fg' : 'text-fg2',
  )

export const SideMenu = () => (
  <nav aria-label={t('admin:menu.label')}>
    <ul className="flex flex-col gap-1">
      {PAGES.map(({ to, label, Icon }) => (
        <li key={to}>
          <NavLink to={to} end={to === adminAddressOf('dashboard')} className={link}>
            {({ isActive }) => (
              <>
                <Icon size={18} aria-hidden className={cx(isActive && 'text-accent-text')} />
                {label}
              </>
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
)
