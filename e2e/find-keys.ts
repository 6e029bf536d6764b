import type { Page } from 'playwright-core'
import { keysIn, localeFiles } from '../web/locale-keys.ts'

/** Without those that are words of the language, like "home". */
const KEYS = new Set(
  localeFiles()
    .flatMap(keysIn)
    .filter((key) => /[.A-Z]/.test(key)),
)

/** Keys where their text should be: it was not there yet when it was asked for. What machines call a thing stands in `code`. */
export async function findKeys(page: Page): Promise<string[]> {
  const { shown, names } = await page.evaluate(() => {
    const spoken = ['alt', 'aria-label', 'placeholder', 'title'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)),
    )
    const shown = [document.title, document.body.innerText, ...spoken].join(' ')
    return { shown, names: Array.from(document.querySelectorAll('code'), ({ textContent }) => textContent) }
  })
  return shown.split(/\s+/).filter((word) => KEYS.has(word) && !names.includes(word))
}
