import { Outlet } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { useScrollRestoration } from '../../lib/navigation/use-scroll-restoration.ts'
import { Footer } from './footer.tsx'
import { OperatorBanner, SuspendedBanner } from './operator-banner.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopNav } from './top-nav.tsx'

/** The frame of every screen: navigation, footer, and the tab bar of small screens. */
export function Shell() {
  useScrollRestoration()
  return (
    <>
      <a href="#main" className="btn btn-buy fixed top-2 left-2 z-50 -translate-y-20 focus:translate-y-0">
        {t('navs:skip')}
      </a>
      <TopNav />
      <OperatorBanner />
      <SuspendedBanner />
      <main id="main" tabIndex={-1} className="min-h-[70dvh] outline-none">
        <Outlet />
      </main>
      <Footer />
      <TabBar />
    </>
  )
}
