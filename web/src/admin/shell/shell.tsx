import { Outlet } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { useScrollRestoration } from '../../lib/navigation/use-scroll-restoration.ts'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of every admin screen: top bar and side menu, which is in the top bar's menu on small screens. */
export function Shell() {
  useScrollRestoration()
  return (
    <>
      <a href="#main" className="btn btn-buy fixed top-2 left-2 z-50 -translate-y-20 focus:translate-y-0">
        {t('navs:skip')}
      </a>
      <TopBar />
      <div className="mx-auto flex max-w-[1600px]">
        <aside className="sticky top-(--nav) hidden h-[calc(100dvh-var(--nav))] w-60 shrink-0 overflow-y-auto border-r border-line p-4 lg:block">
          <SideMenu />
        </aside>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 flex-1 px-(--gutter) py-6 pb-24 outline-none md:py-10 lg:px-10"
        >
          <Outlet />
        </main>
      </div>
    </>
  )
}
