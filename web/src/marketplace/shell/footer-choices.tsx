import { useState } from 'react'
import { useSettings } from '../../api/settings.ts'
import { showTechnicalDetails, useTechnicalDetails } from '../../lib/browser/technical-details.ts'
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../../lib/browser/theme.ts'
import { addTexts, t } from '../../lib/i18n.ts'
import navsFooter from '../../locales/en/navs-footer.json'
import { Switch } from '../../ui/fields/toggles.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { SocialLinks } from './social-links.tsx'

addTexts({ navs: navsFooter })

/** What the end of the page offers beside its links. */
export function FooterChoices() {
  const social = useSettings().data?.social
  return (
    <>
      <TechnicalDetails />
      {social && <SocialLinks social={social} />}
      <ThemeChoice />
    </>
  )
}

function TechnicalDetails() {
  const isShown = useTechnicalDetails()
  return (
    <label className="flex min-h-11 items-center gap-2.5 px-2 hover:text-fg">
      {t('navs:technicalDetails')}
      <Switch checked={isShown} onChange={(event) => showTechnicalDetails(event.target.checked)} />
    </label>
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
