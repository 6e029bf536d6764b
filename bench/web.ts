import AxeBuilder from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { getDemoProduct, untilPicturesAreMade } from './demo-product.ts'
import { type Benchmark, type Measurement, median } from './measurement.ts'
import { measureLoad, openSlowPage, type PageFigures } from './web-page.ts'

const RUNS = 5
const LOADED_CARDS = 2_000
const CARDS_PER_PAGE = 100
type Nft = { id: string; created_by: string }

/** The built pages on a slow phone: what ui/README.md → Figures to reach asks of them. */
export const web: Benchmark = {
  name: 'web',
  run: async () => {
    const { product } = await getDemoProduct()
    await untilPicturesAreMade(product.dataDir)
    const answer = await fetch(`${product.url}/api/nfts/?listed=true&limit=${CARDS_PER_PAGE}`)
    const nfts = ((await answer.json()) as { data: Nft[] }).data
    const [nft] = nfts
    const routes = [
      ['Explore', '/app/home', 120],
      ['NFT page', `/app/nft/view/${nft?.id}`, 150],
      ['profile', `/app/user/${nft?.created_by}`, 150],
      ['sign in', '/app/signin', 150],
      ['register', '/app/register', 150],
    ] as const
    const browser = await openBrowser()
    try {
      const measurements: Measurement[] = []
      for (const [name, path, maxKb] of routes)
        measurements.push(...(await measureRoute(browser, { name, url: product.url + path, maxKb })))
      measurements.push(await measureTyping(browser, { url: `${product.url}/app/home`, nfts }))
      return measurements
    } finally {
      await browser.close()
    }
  },
}

async function measureRoute(
  browser: Browser,
  route: { name: string; url: string; maxKb: number },
): Promise<Measurement[]> {
  const { name, url, maxKb } = route
  const loads: PageFigures[] = []
  for (let run = 0; run < RUNS; run++) loads.push(await measureLoad(browser, url))
  const mid = (figure: keyof PageFigures) => median(loads.map((load) => load[figure]))
  const { inpMs, faults } = await tryOut(browser, url)
  const row = (what: string, measured: number, unit: string, atMost: number): Measurement => ({
    what: `${name}: ${what}`,
    measured,
    unit,
    target: { atMost },
  })
  return [
    row('first contentful paint', mid('fcpMs') / 1_000, 's', 0.8),
    row('largest contentful paint', mid('lcpMs') / 1_000, 's', 2),
    row('layout shift', mid('cls'), '', 0.01),
    row('total blocking time', mid('tbtMs'), 'ms', 100),
    row('a tap on the first control (INP)', inpMs, 'ms', 100),
    row('JavaScript on the wire', mid('scriptBytes') / 1_000, 'kB', maxKb),
    row('HTML on the wire', mid('htmlBytes') / 1_000, 'kB', 14.6),
    row('accessibility faults (axe)', faults, '', 0),
  ]
}

/** Moves the focus through the first controls, as one does who looks around; then asks axe. */
async function tryOut(browser: Browser, url: string): Promise<{ inpMs: number; faults: number }> {
  const { page, client, close } = await openSlowPage(browser)
  await page.goto(url, { waitUntil: 'networkidle' })
  for (let step = 0; step < 5; step++) await page.keyboard.press('Tab')
  await settle(page)
  const { inpMs } = await page.evaluate(() => globalThis.webFigures)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const { violations } = await new AxeBuilder({ page }).analyze()
  await close()
  return { inpMs, faults: violations.length }
}

/** Typing into the search of Explore with as many cards loaded as somebody reaches who scrolls for a while. */
async function measureTyping(browser: Browser, { url, nfts }: { url: string; nfts: Nft[] }): Promise<Measurement> {
  const { page, client, close } = await openSlowPage(browser)
  // The demo's works again and again, under ids of their own.
  const cards = Array.from({ length: LOADED_CARDS }, (_, index) => {
    const nft = nfts[index % nfts.length]
    return { ...nft, id: `${nft?.id.slice(0, -4)}${index.toString(16).padStart(4, '0')}` }
  })
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.route('**/api/nfts/?*', (route) =>
    route.fulfill({ json: { data: cards, meta: { next_cursor: null, total: cards.length } } }),
  )
  await page.goto(url, { waitUntil: 'networkidle' })
  const search = page.getByRole('searchbox').first()
  await search.click()
  await search.pressSequentially('night bloom', { delay: 120 })
  await settle(page)
  const { inpMs } = await page.evaluate(() => globalThis.webFigures)
  await close()
  return {
    what: `typing in the search over ${LOADED_CARDS} cards (INP)`,
    measured: inpMs,
    unit: 'ms',
    target: { atMost: 200 },
  }
}

/** The browser tells an interaction's length after the next paint. */
const settle = (page: { waitForTimeout(ms: number): Promise<void> }) => page.waitForTimeout(1_000)
