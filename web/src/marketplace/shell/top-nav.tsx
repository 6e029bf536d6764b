import { addressOf } from '@verso/protocol/pages/pages'
import { Search } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useSession } from '../../api/session.ts'
import { useBrand } from '../../api/settings.ts'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { Boundary } from '../../ui/loading/boundary.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Link, NavLink } from '../../ui/link.tsx'
import { Logo } from '../../ui/logo.tsx'
import { AccountSkeleton } from '../../ui/avatar.tsx'
import { openSearch } from './open-search.ts'
import { scrollToTop } from './scroll-to-top.ts'

// Only members need it, so visitors do not load it.
const AvatarMenu = lazyPart(() => import('./avatar-menu.tsx'), 'AvatarMenu')

/** The place of Explore's search box once the page has scrolled (docs/rules.md R9). */
export const NAV_SEARCH_SLOT = 'nav-search'

const navLink = ({ isActive }: { isActive: boolean }) =>
  cx(
    'rounded-sm px-3 py-3 text-sm font-semibold tracking-[.04em] transition hover:text-fg',
    isActive ? 'text-fg' : 'text-fg3',
  )

export function TopNav() {
  const isMember = useSession() === 'member'
  return (
    <header className="glass sticky top-0 z-40 border-b border-line print:hidden">
      <div className="page flex h-(--nav) items-center gap-2 sm:gap-4">
        <Link
          to={addressOf('home')}
          onClick={scrollToTop}
          className="flex items-center gap-2.5 rounded-sm py-2 text-[17px] font-semibold tracking-[-.03em] lowercase"
        >
          <Logo />
          {useBrand()}
        </Link>
        <nav aria-label={t('navs:main')} className="ml-2 hidden items-center md:flex">
          <NavLink to={addressOf('home')} onClick={scrollToTop} className={navLink}>
            {t('navs:home')}
          </NavLink>
          {isMember && (
            <NavLink to={addressOf('createNft')} className={navLink}>
              {t('navs:create')}
            </NavLink>
          )}
        </nav>
        <div id={NAV_SEARCH_SLOT} className="ml-auto hidden w-80 wide:block" />
        <div className="ml-auto flex items-center gap-1 wide:ml-0">
          <IconButton label={t('search.open')} aria-keyshortcuts="Control+K Meta+K /" onClick={openSearch}>
            <Search size={19} />
          </IconButton>
          {isMember ? (
            <Boundary instead={tryAgain}>
              <Suspense fallback={<AccountSkeleton />}>
                <AvatarMenu />
              </Suspense>
            </Boundary>
          ) : (
            <VisitorLinks />
          )}
        </div>
      </div>
    </header>
  )
}

/** There is no room for more where the avatar would be. */
const tryAgain = (_failure: ReactNode, retry: () => void) => (
  <Button variant="plain" size="sm" onClick={retry}>
    {t('actions.tryAgain')}
  </Button>
)

const VisitorLinks = () => (
  <>
    <NavLink to={addressOf('signIn')} className={navLink}>
      {t('navs:signIn')}
    </NavLink>
    <ButtonLink to={addressOf('register')} size="sm" className="h-10!">
      {t('navs:join')}
    </ButtonLink>
  </>
)
