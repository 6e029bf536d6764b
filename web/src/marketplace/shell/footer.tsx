import { addressOf, FOOTER_PAGES } from '@verso/protocol/pages/pages'
import { Suspense } from 'react'
import { useBrand } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { Boundary } from '../../ui/loading/boundary.tsx'
import { Link } from '../../ui/link.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Logo } from '../../ui/logo.tsx'

// At the end of the page, so not needed for the first paint.
const FooterChoices = lazyPart(() => import('./footer-choices.tsx'), 'FooterChoices')

export function Footer() {
  return (
    <footer className="mt-24 border-t border-line print:hidden pb-[calc(var(--tabbar)+var(--buybar)+env(safe-area-inset-bottom))] md:pb-0">
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-3 py-8 text-sm text-fg3">
        <span className="flex items-center gap-2 font-semibold text-fg2 lowercase">
          <Logo />
          {useBrand()}
        </span>
        <nav aria-label={t('navs:footer')} className="flex flex-wrap gap-x-6 gap-y-1">
          {FOOTER_PAGES.map((page) => (
            <Link key={page} to={addressOf(page)} className="py-2 hover:text-fg">
              {t(`navs:${page}`)}
            </Link>
          ))}
        </nav>
        <div className="flex min-h-11 flex-wrap items-center gap-1 md:ml-auto">
          <Boundary instead={() => null}>
            <Suspense>
              <FooterChoices />
            </Suspense>
          </Boundary>
        </div>
      </div>
    </footer>
  )
}
