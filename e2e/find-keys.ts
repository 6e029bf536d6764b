import type { Page } from 'playwright-core'
import { keysIn, localeFiles } from '../web/locale-keys.ts'

/** Without those that are words of the language, like "home". */
const KEYS = localeFiles()
  .flatMap(keysIn)
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
