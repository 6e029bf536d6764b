import { addressOf } from '@verso/protocol/pages/pages'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { visit } from './browser.ts'

const TOTAL = 408
const PER_PAGE = 24

const product = inject('product')

/** The demo's works again and again, under ids and names of their own, in pages as the server gives them out. */
async function fillExplore(context: BrowserContext): Promise<void> {
  const answer = await fetch(`${product.url}/api/nfts/?listed=true&limit=24`)
  const nfts = ((await answer.json()) as { data: { id: string }[] }).data
  const all = Array.from({ length: TOTAL }, (_, index) => {
    const nft = nfts[index % nfts.length]
    return { ...nft, id: `${nft?.id.slice(0, -4)}${index.toString(16).padStart(4, '0')}`, name: `Work ${index}` }
  })
  await context.route('**/api/nfts/?*', (route) => {
    const start = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const end = start + PER_PAGE
    const next_cursor = end < TOTAL ? String(end) : null
    return route.fulfill({ json: { data: all.slice(start, end), meta: { next_cursor, total: TOTAL } } })
  })
}

/** The first title that is well in sight, and where it stands: one that a click need not scroll to. */
const firstSeen = (page: Page) =>
  page.evaluate(() => {
    const titles = [...document.querySelectorAll('li.card h2')]
    const title = titles.find((one) => one.getBoundingClientRect().top > 250)
    return { name: title?.textContent ?? '', top: title?.getBoundingClientRect().top ?? 0 }
  })
/**
 * Scrolls to the end again and again until 200 cards are passed and only those near the window are in the page; how far the
 * page ever went back up meanwhile, in pixels.
 */
const scrollPast200 = (page: Page) =>
  page.evaluate(async () => {
    let before = 0
    let thrownBackPx = 0
    addEventListener('scroll', () => {
      thrownBackPx = Math.max(thrownBackPx, before - scrollY)
      before = scrollY
    })
    const shown = () => [...document.querySelectorAll('li.card h2')].map((title) => Number(title.textContent?.slice(5)))
    while (Math.max(...shown()) < 240 || shown().length >= 150) {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
    }
    return thrownBackPx
  })

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  it(`a list that grows past 200 cards stays where one reads, and so does Back, at ${size.width} px`, async () => {
    const { page, context } = await visit(size)
    await fillExplore(context)
    await page.goto(product.url + addressOf('home'))
    await page.getByRole('link', { name: 'VIEW' }).first().waitFor()
    // At the end of the page the sign that more is loading comes and goes.
    expect(await scrollPast200(page)).toBeLessThan(200)

    await page.evaluate(() => scrollBy({ top: -700, behavior: 'instant' }))
    await page.waitForFunction(
      (key) => sessionStorage.getItem(key) === String(Math.round(scrollY)),
      `scroll:default${addressOf('home')}`,
    )
    const place = await firstSeen(page)
    // Not with the mouse: the list takes no click while it scrolls, and a search for the link would scroll on.
    await page.getByRole('link', { name: place.name, exact: true }).evaluate((link) => (link as HTMLElement).click())
    await page.getByRole('heading', { level: 1, name: 'Discover the extraordinary NFT World' }).waitFor()
    await page.waitForFunction(() => scrollY === 0)
    await page.goBack()
    await page.waitForFunction(({ name, top }) => {
      const title = [...document.querySelectorAll('li.card h2')].find((one) => one.textContent === name)
      return title !== undefined && Math.abs(title.getBoundingClientRect().top - top) <= 2
    }, place)
    await context.close()
  })
}
