import { addressOf } from '@verso/protocol/pages/pages'
import { House, LogIn, Plus, User } from 'lucide-react'
import { useSession } from '../../api/session.ts'
import { useMe } from '../../api/users.ts'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { NavLink } from '../../ui/link.tsx'
import { scrollToTop } from './scroll-to-top.ts'

const tab = ({ isActive }: { isActive: boolean }) =>
  cx(
    'flex flex-1 flex-col items-center justify-center gap-1 text-[11px] font-medium',
    isActive ? 'text-fg' : 'text-fg3',
  )

/** The main places at the thumb, on small screens. */
export function TabBar() {
  const isMember = useSession() === 'member'
  const { data: me } = useMe()
  const tabs = isMember
    ? [
        { to: addressOf('home'), label: t('navs:tabHome'), Icon: House },
        { to: addressOf('createNft'), label: t('navs:tabCreate'), Icon: Plus },
        {
          to: me ? addressOf('user', { userId: me.id }) : addressOf('settings'),
          label: t('navs:tabProfile'),
          Icon: User,
        },
      ]
    : [
        { to: addressOf('home'), label: t('navs:tabHome'), Icon: House },
        { to: addressOf('signIn'), label: t('navs:tabSignIn'), Icon: LogIn },
      ]
  return (
    <nav
      aria-label={t('navs:tabs')}
      className="bar print:hidden fixed inset-x-0 bottom-0 z-40 flex h-[calc(var(--tabbar)+env(safe-area-inset-bottom))] border-t border-line pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {tabs.map(({ to, label, Icon }) => (
        <NavLink key={label} to={to} onClick={scrollToTop} className={tab}>
          <Icon size={21} />
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
