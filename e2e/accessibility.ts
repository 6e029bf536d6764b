import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What is on the page, a dialog too, has no accessibility fault, and its colours none in the other theme either. */
export async function expectNoFault(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(isStill)
  await expectNoViolation(page, new AxeBuilder({ page }).withTags(TAGS))
  const theme = await paint(page, 'light')
  await expectNoViolation(page, new AxeBuilder({ page }).withRules(OF_COLOURS))
  await paint(page, theme)
}

async function expectNoViolation(page: Page, axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze()
  expect(violations.map((fault) => `${page.url()}: ${fault.id} (${fault.nodes[0]?.target})`)).toEqual([])
}

/** Shows the page in a theme as it stands, without touching what the visitor chose; returns the one it was in. */
async function paint(page: Page, theme = 'dark'): Promise<string | undefined> {
  const former = await page.evaluate((next) => {
    const { dataset } = document.documentElement
    const shown = dataset.theme
    dataset.theme = next
    return shown
  }, theme)
  await page.waitForFunction(isStill)
  return former
}

/** Whatever fades in has arrived: half-way through it its contrast is too low. What turns for ever is left out. */
const isStill = () =>
  document
    .getAnimations()
    .every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity)
