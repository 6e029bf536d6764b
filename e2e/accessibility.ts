import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What is on the page, a dialog too, has no accessibility fault. */
export async function expectNoFault(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(isStill)
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  expect(violations.map((fault) => `${page.url()}: ${fault.id} (${fault.nodes[0]?.target})`)).toEqual([])
}

/** Whatever fades in has arrived: half-way through it its contrast is too low. What turns for ever is left out. */
const isStill = () =>
  document
    .getAnimations()
    .every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity)
