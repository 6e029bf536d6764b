export const THEMES = ['dark', 'light', 'system'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'theme'
const prefersLight = matchMedia('(prefers-color-scheme: light)')

export const chosenTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'dark'

// head.html does the same before the first paint, so that a light theme never flashes dark.
function apply(): void {
  const theme = chosenTheme()
  const isLight = theme === 'light' || (theme === 'system' && prefersLight.matches)
  document.documentElement.dataset.theme = isLight ? 'light' : 'dark'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', isLight ? '#faf9f6' : '#0b0b0c')
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  apply()
}

prefersLight.addEventListener('change', apply)
