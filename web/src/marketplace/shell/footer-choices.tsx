// Not inside the page: a part of every page that comes after the first paint brings it.
import '../../styles/forced-colors.css'
import { useState } from 'react'
import { useSettings } from '../../api/settings.ts'
import { type BrowserSwitch, singleKeys, technicalDetails } from '../../lib/browser/browser-switch.ts'
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../../lib/browser/theme.ts'
import { cx } from '../../lib/cx.ts'
import { addTexts, t } from '../../lib/i18n.ts'
import navsFooter from '../../locales/en/navs-footer.json'
import { Switch } from '../../ui/fields/toggles.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { SocialLinks } from './social-links.tsx'

addTexts({ navs: navsFooter })

/** The choices of the footer, beside its links. */
export function FooterChoices() {
  const social = useSettings().data?.social
  return (
    <>
      <Choice of={technicalDetails} label={t('navs:technicalDetails')} />
      <Choice of={singleKeys} label={t('navs:singleKeys')} className="max-md:hidden" />
      {social && <SocialLinks social={social} />}
      <ThemeChoice />
    </>
  )
}

const Choice = ({ of, label, className }: { of: BrowserSwitch; label: string; className?: string }) => (
  <label className={cx('flex min-h-11 items-center gap-2.5 px-2 hover:text-fg', className)}>
    {label}
    <Switch checked={of.useIsOn()} onChange={(event) => of.set(event.target.checked)} />
  </label>
)

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
