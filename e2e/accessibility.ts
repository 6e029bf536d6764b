import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axeCore from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findKeys } from './find-keys.ts'
import { waitUntilSettled } from './settle.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The payment form is of another origin, and is asked by the page around it all the same. */
const LOAD_AXE = `${AXE}
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`

declare global {
  var axe: typeof axeCore
}

/** The page, with a dialog on it, has all its texts and no accessibility fault, nor have its colours in the other theme. */
export async function expectNoFault(page: Page): Promise<void> {
  await expectNoFaultInTurn(page)
  await showOtherTheme(page)
}

/** The same, and the page is left in the other theme, for a next look that begins there: each change of it paints the whole page. */
export async function expectNoFaultInTurn(page: Page): Promise<void> {
  await waitUntilSettled(page)
  expect(await findKeys(page)).toEqual([])
  expect(await findFaults(page)).toEqual([])
  await showOtherTheme(page)
  expect(await findFaults(page, { type: 'rule', values: OF_COLOURS })).toEqual([])
}

/** The faults that axe finds on the page and in its frames, a line for each. */
export async function findFaults(page: Page, runOnly: axeCore.RunOptions['runOnly'] = TAGS): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(LOAD_AXE)
  }
  const found = await page.evaluate(async (rules) => {
    const { violations } = await globalThis.axe.run({ runOnly: rules, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id} (${nodes[0]?.target})`)
  }, runOnly)
  return found.map((fault) => `${page.url()}: ${fault}`)
}

/** Shows the page in the other theme as it stands, without touching what the visitor chose. */
async function showOtherTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.theme = dataset.theme === 'light' ? 'dark' : 'light'
  })
  await waitUntilSettled(page)
}
