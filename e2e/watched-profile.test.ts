import { addressOf } from '@verso/protocol/pages/pages'
import { PROFILE_POLL_MS } from '@verso/protocol/limits'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { visit } from './browser.ts'

const product = inject('product')

/** The statuses of the server's own answers to requests for a member's NFTs, before the page handles them. */
async function noteAnswers(page: Page): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page)
  const asked = new Set<string>()
  const statuses: number[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/api/nfts/?') && request.url.includes('created_by=')) asked.add(requestId)
  })
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (asked.has(requestId)) statuses.push(statusCode)
  })
  await devtools.send('Network.enable')
  return statuses
}

const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

it('a profile is looked up every 5 s without being sent again, and not at all in a hidden tab', async () => {
  const { page, context } = await visit()
  const answer = await fetch(`${product.url}/api/nfts/?search=night+bloom`)
  const [work] = ((await answer.json()) as { data: { created_by: string }[] }).data
  const statuses = await noteAnswers(page)
  const after = async (count: number) => {
    await expect.poll(() => statuses.length, { timeout: 15_000 }).toBe(count)
    // The page has read the former answer when it has read one it asked for later.
    await page.evaluate(async () => (await fetch('/api/nfts/?limit=1')).text())
  }
  await page.clock.install()
  await page.goto(product.url + addressOf('user', { userId: work?.created_by ?? '' }))
  await page.getByRole('link', { name: 'VIEW' }).first().waitFor()
  await after(1)

  await page.clock.runFor(PROFILE_POLL_MS)
  await after(2)
  await page.clock.runFor(PROFILE_POLL_MS)
  await after(3)

  await show(page, 'hidden')
  await page.clock.runFor(10 * PROFILE_POLL_MS)
  await show(page, 'visible')
  await page.clock.runFor(PROFILE_POLL_MS)
  await after(4)
  expect(statuses.slice(1)).toEqual([304, 304, 304])
  await context.close()
})
