import { addressOf } from '@verso/protocol/pages/pages'
import { PROFILE_POLL_MS } from '@verso/protocol/limits'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { visit } from './browser.ts'

const product = inject('product')

type Noted = { asked: Set<string>; statuses(): number[] }

/** Requests for a member's NFTs, and the statuses of the server's own answers to them, before the page handles them. */
async function noteAnswers(page: Page): Promise<Noted> {
  const devtools = await page.context().newCDPSession(page)
  const asked = new Set<string>()
  // Told by another process than the requests: which of the two is heard first is chance.
  const answered = new Map<string, number>()
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/api/nfts/?') && request.url.includes('created_by=')) asked.add(requestId)
  })
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    answered.set(requestId, statusCode)
  })
  await devtools.send('Network.enable')
  const statuses = () => [...answered].flatMap(([id, status]) => (asked.has(id) ? [status] : []))
  return { asked, statuses }
}

const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

const STEP_MS = 250

it('a profile is looked up every 5 s without being sent again, and not at all in a hidden tab', async () => {
  const { page, context } = await visit()
  const answer = await fetch(`${product.url}/api/nfts/?search=night+bloom`)
  const [nft] = ((await answer.json()) as { data: { created_by: string }[] }).data
  const { asked, statuses } = await noteAnswers(page)
  await page.clock.install()
  await page.goto(product.url + addressOf('user', { userId: nft?.created_by ?? '' }))
  await page.getByRole('link', { name: 'VIEW' }).first().waitFor()
  // From here on the page's time passes by the test alone, however long all else takes.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2 * PROFILE_POLL_MS)

  /** The page has read all answers when it has read one that it asked for later. */
  const untilRead = async () => {
    await expect.poll(() => statuses().length).toBe(asked.size)
    await page.evaluate(async () => (await fetch('/api/nfts/?limit=1')).text())
  }
  /** How much of the page's time passes until it asks again; it has read the answer then. */
  const untilAskedAgain = async (): Promise<number> => {
    const before = asked.size
    let passedMs = 0
    const passUntilAsked = async () => {
      if (asked.size > before) return true
      await page.clock.runFor(STEP_MS)
      passedMs += STEP_MS
      return false
    }
    await expect.poll(passUntilAsked, { interval: 20 }).toBe(true)
    await untilRead()
    expect(asked.size).toBe(before + 1)
    return passedMs
  }
  await untilRead()
  await untilAskedAgain()
  for (let look = 0; look < 2; look++) {
    const passedMs = await untilAskedAgain()
    expect(passedMs).toBeGreaterThanOrEqual(PROFILE_POLL_MS - STEP_MS)
    expect(passedMs).toBeLessThan(2 * PROFILE_POLL_MS)
  }
  expect(statuses().slice(-2)).toEqual([304, 304])

  await show(page, 'hidden')
  const before = asked.size
  await page.clock.runFor(10 * PROFILE_POLL_MS)
  await page.evaluate(async () => (await fetch('/api/nfts/?limit=1')).text())
  expect(asked.size).toBe(before)
  await show(page, 'visible')
  await untilAskedAgain()
  expect(statuses().at(-1)).toBe(304)
  await context.close()
})
