import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const LOCALE = new URL('../web/src/locales/en/', import.meta.url)

function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key.replace(/_(one|other)$/, '')] : keysOf(value, `${path}${key}.`),
  )
}

/** As i18next shows them, without their namespace; but for those that are words of the language, like "home". */
const KEYS = readdirSync(LOCALE)
  .flatMap((file) => keysOf(JSON.parse(readFileSync(new URL(file, LOCALE), 'utf8'))))
  .filter((key) => /[.A-Z]/.test(key))

/** Keys where their text should be: it was not there yet when it was asked for. */
export const findKeys = (page: Page): Promise<string[]> =>
  page.evaluate((keys) => {
    const known = new Set(keys)
    const spoken = ['alt', 'aria-label', 'placeholder', 'title'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)),
    )
    return [document.title, document.body.innerText, ...spoken]
      .join(' ')
      .split(/\s+/)
      .filter((word) => known.has(word))
  }, KEYS)
