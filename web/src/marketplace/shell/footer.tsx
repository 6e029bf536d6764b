import { PAGES } from '@verso/protocol/page-names'
import { useState } from 'react'
import { useBrand } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../../lib/theme.ts'
import { Link } from '../../ui/link.tsx'
import { Select } from '../../ui/select.tsx'
import { Logo } from '../../ui/logo.tsx'
import { paths } from '../paths.ts'

const SOCIAL = {
  x: ['https://x.com/', 'M4 3h4.6l4 5.7L17.6 3H20l-6.3 7.3L21 21h-4.6l-4.4-6.3L6.5 21H4l6.9-8z'],
  instagram: [
    'https://www.instagram.com/',
    'M7.5 2h9A5.5 5.5 0 0 1 22 7.5v9a5.5 5.5 0 0 1-5.5 5.5h-9A5.5 5.5 0 0 1 2 16.5v-9A5.5 5.5 0 0 1 7.5 2zm0 2A3.5 3.5 0 0 0 4 7.5v9A3.5 3.5 0 0 0 7.5 20h9a3.5 3.5 0 0 0 3.5-3.5v-9A3.5 3.5 0 0 0 16.5 4zM12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zm5.2-3.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2z',
  ],
  discord: [
    'https://discord.com/',
    'M19.6 5.2A17 17 0 0 0 15.4 4l-.5 1a15.6 15.6 0 0 0-5.8 0l-.5-1a17 17 0 0 0-4.2 1.2C1.7 9 1 12.8 1.3 16.5A17 17 0 0 0 6.4 19l1.1-1.7a11 11 0 0 1-1.7-.8l.4-.3a12 12 0 0 0 11.6 0l.4.3a11 11 0 0 1-1.7.8l1.1 1.7a17 17 0 0 0 5.1-2.5c.4-4.3-.7-8.1-3.1-11.3zM8.5 14.2c-1 0-1.8-.9-1.8-2s.8-2 1.8-2 1.9.9 1.8 2c0 1.1-.8 2-1.8 2zm7 0c-1 0-1.8-.9-1.8-2s.8-2 1.8-2 1.9.9 1.8 2c0 1.1-.8 2-1.8 2z',
  ],
} as const

export function Footer() {
  return (
    <footer className="mt-24 border-t border-line print:hidden pb-[calc(var(--tabbar)+var(--buybar)+env(safe-area-inset-bottom))] md:pb-0">
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-3 py-8 text-sm text-fg3">
        <span className="flex items-center gap-2 font-semibold text-fg2 lowercase">
          <Logo />
          {useBrand()}
        </span>
        <nav aria-label={t('navs:footer')} className="flex flex-wrap gap-x-6 gap-y-1">
          {PAGES.map((page) => (
            <Link key={page} to={paths.legal(page)} className="py-2 hover:text-fg">
              {t(`navs:${page}`)}
            </Link>
          ))}
        </nav>
        <div className="flex items-center gap-1 md:ml-auto">
          <SocialLinks />
          <ThemeChoice />
        </div>
      </div>
    </footer>
  )
}

const SocialLinks = () =>
  (Object.keys(SOCIAL) as (keyof typeof SOCIAL)[]).map((name) => {
    const [url, icon] = SOCIAL[name]
    return (
      <a
        key={name}
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={t(`navs:social.${name}`)}
        className="grid size-11 place-items-center rounded-md hover:bg-s2 hover:text-fg"
      >
        <svg width="17" height="17" viewBox="0 0 24 24" fill="currentColor" fillRule="evenodd" aria-hidden>
          <path d={icon} />
        </svg>
      </a>
    )
  })

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
