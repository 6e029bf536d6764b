import { addressOf, FOOTER_PAGES } from '@verso/protocol/pages/pages'
import { Suspense, useState } from 'react'
import { useBrand, useSettings } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../../lib/browser/theme.ts'
import { Link } from '../../ui/link.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Logo } from '../../ui/logo.tsx'

/** Where an operator has set some. */
const SocialLinks = lazyPart(() => import('./social-links.tsx'), 'SocialLinks')

export function Footer() {
  const social = useSettings().data?.social
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
        <div className="flex items-center gap-1 md:ml-auto">
          {social && Object.values(social).some(Boolean) && (
            <Suspense fallback={null}>
              <SocialLinks social={social} />
            </Suspense>
          )}
          <ThemeChoice />
        </div>
      </div>
    </footer>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(chosenTheme)
  const options = THEMES.map((one) => [one, t(`navs:theme.${one}`)] as const)
  const choose = (next: string) => {
    chooseTheme(next as Theme)
    setTheme(next as Theme)
  }
  return (
    <Select
      isBare
      aria-label={t('navs:theme.label')}
      options={options}
      value={theme}
      onChange={(event) => choose(event.target.value)}
      className="ml-2"
    />
  )
}
