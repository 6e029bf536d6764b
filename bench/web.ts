import type { Browser } from 'playwright-core'
import { findFaults } from '../e2e/accessibility.ts'
import { openBrowser } from '../e2e/browser.ts'
import { calmest, type Try } from './calmest.ts'
import { getDemoProduct, untilPicturesAreMade } from './demo-product.ts'
import { type Benchmark, type Measurement, median } from './measurement.ts'
import { type PageFigures, UnwatchedBrowser } from './unwatched-browser.ts'
import { openSlowPage, type SlowPage } from './web-page.ts'

const LOADS = { tries: 12, kept: 7 }
const TAPS = { tries: 12, kept: 5 }
const TYPINGS = { tries: 9, kept: 5 }
const TYPED_OVER_CARDS = 2_000
const SCROLLED_CARDS = 10_000
const SCROLL_FRAMES = 120
const CARDS_PER_PAGE = 100
type Nft = { id: string; created_by: string }

/** The built pages on a slow phone: the figures of docs/rules.md R21. */
export const web: Benchmark = {
  name: 'web',
  run: async () => {
    const { product } = await getDemoProduct()
    await untilPicturesAreMade(product.dataDir)
    const answer = await fetch(`${product.url}/api/nfts/?listed=true&limit=${CARDS_PER_PAGE}`)
    const nfts = ((await answer.json()) as { data: Nft[] }).data
    const [nft] = nfts
    const routes = [
      { name: 'Explore', path: '/app/home', maxKb: 120, taps: ['Filters'] },
      { name: 'NFT page', path: `/app/nft/view/${nft?.id}`, maxKb: 150, taps: ['Price History', 'Advance Details'] },
      { name: 'profile', path: `/app/user/${nft?.created_by}`, maxKb: 150, taps: ['add to favorite'] },
      { name: 'sign in', path: '/app/signin', maxKb: 150, taps: ['Show password', 'SIGN IN'] },
      { name: 'register', path: '/app/register', maxKb: 150, taps: ['Show password', 'JOIN'] },
    ]
    const tried = routes.map((route) => ({ ...route, url: product.url + route.path }))
    const measurements = await measureAsVisitors(tried)
    const browser = await openBrowser()
    try {
      for (const route of tried) measurements.push(await countFaults(browser, route))
      const explore = { url: `${product.url}/app/home`, nfts }
      measurements.push(await measureTyping(browser, explore), ...(await measureScrolling(browser, explore)))
      return measurements
    } finally {
      await browser.close()
    }
  },
}

type TriedRoute = {
  name: string
  url: string
  maxKb: number
  /** The buttons in its main part that are tapped one after the other. */
  taps: string[]
}

async function measureAsVisitors(routes: TriedRoute[]): Promise<Measurement[]> {
  const browser = await UnwatchedBrowser.open()
  try {
    return [...(await measureLoads(browser, routes)), ...(await measureTaps(browser, routes))]
  } finally {
    await browser.close()
  }
}

async function measureLoads(browser: UnwatchedBrowser, routes: TriedRoute[]): Promise<Measurement[]> {
  const loads = await calmest(
    routes.map((route) => () => browser.measureLoad(route.url)),
    LOADS,
  )
  return routes.flatMap(({ name, maxKb }, index) => {
    const mid = (figure: keyof PageFigures) => median((loads[index] ?? []).map((load) => load[figure]))
    const row = rowOf(name)
    return [
      { what: `${name}: slowed down (4 on an undisturbed desktop)`, measured: mid('slowdown'), unit: '×' },
      row('first contentful paint', mid('fcpMs') / 1_000, 's', 0.8),
      row('largest contentful paint', mid('lcpMs') / 1_000, 's', 2),
      row('layout shift', mid('cls'), '', 0.01),
      row('total blocking time', mid('tbtMs'), 'ms', 100),
      row('JavaScript on the wire', mid('scriptBytes') / 1_000, 'kB', maxKb),
      row('HTML on the wire', mid('htmlBytes') / 1_000, 'kB', 14.6),
    ]
  })
}

const rowOf =
  (name: string) =>
  (what: string, measured: number, unit: string, atMost: number): Measurement => ({
    what: `${name}: ${what}`,
    measured,
    unit,
    target: { atMost },
  })

async function measureTaps(browser: UnwatchedBrowser, routes: TriedRoute[]): Promise<Measurement[]> {
  const waits = await calmest(
    routes.map((route) => () => browser.measureTaps(route.url, route.taps)),
    TAPS,
  )
  return routes.map(({ name, taps }, index) =>
    rowOf(name)(`${taps.join(', ')} (INP)`, median(waits[index] ?? []), 'ms', 100),
  )
}

async function countFaults(browser: Browser, { name, url }: TriedRoute): Promise<Measurement> {
  const { page, client, close } = await openSlowPage(browser)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(url, { waitUntil: 'networkidle' })
  const faults = await findFaults(page)
  await close()
  return rowOf(name)('accessibility faults (axe)', faults.length, '', 0)
}

type Explore = { url: string; nfts: Nft[] }

/** Explore on a slow phone with so many cards: the demo's works again and again, under ids of their own. */
async function openFullExplore(browser: Browser, { url, nfts }: Explore, count: number): Promise<SlowPage> {
  const opened = await openSlowPage(browser)
  const cards = Array.from({ length: count }, (_, index) => {
    const nft = nfts[index % nfts.length]
    return { ...nft, id: `${nft?.id.slice(0, -4)}${index.toString(16).padStart(4, '0')}` }
  })
  await opened.client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await opened.page.route('**/api/nfts/?*', (route) =>
    // The product itself answers a search, by the page: never with all that one has loaded.
    new URL(route.request().url()).searchParams.has('search')
      ? route.continue()
      : route.fulfill({ json: { data: cards, meta: { next_cursor: null, total: cards.length } } }),
  )
  await opened.page.goto(url, { waitUntil: 'networkidle' })
  return opened
}

/** Typing into the search with as many cards loaded as somebody reaches who scrolls for a while. */
async function measureTyping(browser: Browser, explore: Explore): Promise<Measurement> {
  const [waits = []] = await calmest([() => type(browser, explore)], TYPINGS)
  return {
    what: `typing in the search over ${TYPED_OVER_CARDS} cards (INP)`,
    measured: median(waits),
    unit: 'ms',
    target: { atMost: 200 },
  }
}

async function type(browser: Browser, explore: Explore): Promise<Try<number>> {
  const { page, measureLowerIndex, close } = await openFullExplore(browser, explore, TYPED_OVER_CARDS)
  const search = page.getByRole('searchbox').first()
  await search.click()
  await search.pressSequentially('night bloom', { delay: 120 })
  await settle(page)
  const { inpMs } = await page.evaluate(() => globalThis.webFigures)
  const index = await measureLowerIndex()
  await close()
  return { result: inpMs, index }
}

/** Scrolling through more cards than anybody loads: only those in sight may cost anything. */
async function measureScrolling(browser: Browser, explore: Explore): Promise<Measurement[]> {
  const { page, close } = await openFullExplore(browser, explore, SCROLLED_CARDS)
  const frames = await page.evaluate(scrollAndTimeFrames, SCROLL_FRAMES)
  const drawn = await page.locator('li.card').count()
  await close()
  const what = (figure: string) => `scrolling through ${SCROLLED_CARDS} cards: ${figure}`
  return [
    { what: what('median frame'), measured: median(frames), unit: 'ms', target: { atMost: 34 } },
    { what: what('cards drawn'), measured: drawn, unit: '', target: { atMost: 150 } },
  ]
}

/** In the page: how long each frame took while half a screen passed with every one, in milliseconds. */
async function scrollAndTimeFrames(count: number): Promise<number[]> {
  const frames: number[] = []
  let before = await new Promise(requestAnimationFrame)
  for (let frame = 0; frame < count; frame++) {
    scrollBy({ top: innerHeight / 2, behavior: 'instant' })
    const now = await new Promise<number>(requestAnimationFrame)
    frames.push(now - before)
    before = now
  }
  return frames
}

/** The browser tells an interaction's length after the next paint. */
const settle = (page: { waitForTimeout(ms: number): Promise<void> }) => page.waitForTimeout(1_000)
