import type { Browser } from 'playwright-core'
import { findFaults } from '../e2e/accessibility.ts'
import { addressOf } from '../protocol/src/pages/pages.ts'
import { getDemoProduct, untilPicturesAreMade } from './demo-product.ts'
import { type Benchmark, type Measurement, median } from './measurement.ts'
import {
  best,
  launchPhones,
  load,
  NO_LIMIT,
  onPhone,
  repeat,
  tapThrough,
  toThousands,
  UNTIL_TOLD_MS,
  type Visit,
} from './slow-phone.ts'

const TYPED_OVER_CARDS = 2_000
const SCROLLED_CARDS = 10_000
const SCROLL_FRAMES = 120
const CARDS_PER_PAGE = 100

type Nft = { id: string; created_by: string }
/** `taps`: the buttons in its main part that are tapped one after the other. */
type Route = { name: string; url: string; maxKb: number; maxLcpS: number; taps: string[] }
/** The built pages on a slow phone (docs/rules.md R21), each figure in five runs: reached when the best run reaches it. */
export const web: Benchmark = {
  name: 'web',
  run: async () => {
    const { product } = await getDemoProduct()
    await untilPicturesAreMade(product.dataDir)
    const answer = await fetch(`${product.url}/api/nfts/?listed=true&limit=${CARDS_PER_PAGE}`)
    const nfts = ((await answer.json()) as { data: Nft[] }).data
    const browser = await launchPhones()
    try {
      const measurements: Measurement[] = []
      for (const route of routesOf(product.url, nfts[0])) measurements.push(...(await measureRoute(browser, route)))
      const explore = { url: product.url + addressOf('home'), nfts }
      return [...measurements, await measureTyping(browser, explore), ...(await measureScrolling(browser, explore))]
    } finally {
      await browser.close()
    }
  },
}

const routesOf = (url: string, nft?: Nft): Route[] => [
  { name: 'Explore', url: url + addressOf('home'), maxKb: 120, maxLcpS: 1.2, taps: ['Filters'] },
  {
    name: 'NFT page',
    url: url + addressOf('nft', { nftId: nft?.id ?? '' }),
    maxKb: 150,
    maxLcpS: 2,
    taps: ['Price History', 'Advance Details'],
  },
  {
    name: 'profile',
    url: url + addressOf('user', { userId: nft?.created_by ?? '' }),
    maxKb: 150,
    maxLcpS: 2,
    taps: ['add to favorite'],
  },
  { name: 'sign in', url: url + addressOf('signIn'), maxKb: 150, maxLcpS: 1.4, taps: ['Show password', 'SIGN IN'] },
  { name: 'register', url: url + addressOf('register'), maxKb: 150, maxLcpS: 2, taps: ['Show password', 'JOIN'] },
]

async function measureRoute(browser: Browser, { name, url, maxKb, maxLcpS, taps }: Route): Promise<Measurement[]> {
  const loads = await repeat(() => onPhone(browser, (visit) => load(visit, url)))
  const waits = await repeat(() => onPhone(browser, (visit) => tapThrough(visit, url, taps)))
  const faults = await onPhone(browser, async ({ page, client }) => {
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.goto(url, { waitUntil: 'networkidle' })
    return (await findFaults(page)).length
  })
  const of = (figure: keyof Awaited<ReturnType<typeof load>>) => loads.map((each) => each[figure])
  return [
    best(`${name}: first contentful paint`, of('fcpMs').map(toThousands), 's', 0.8),
    best(`${name}: largest contentful paint`, of('lcpMs').map(toThousands), 's', maxLcpS),
    best(`${name}: layout shift`, of('cls'), '', 0.01),
    best(`${name}: total blocking time`, of('tbtMs'), 'ms', 100),
    best(`${name}: JavaScript on the wire`, of('scriptBytes').map(toThousands), 'kB', maxKb),
    best(`${name}: HTML on the wire`, of('htmlBytes').map(toThousands), 'kB', 14.6),
    best(`${name}: ${taps.join(', ')} (INP)`, waits, 'ms', 100),
    best(`${name}: accessibility faults (axe)`, [faults], '', 0),
  ]
}

type Explore = { url: string; nfts: Nft[] }

/** Explore with so many cards: the demo's NFTs again and again, under ids of their own. The product itself answers a search. */
async function openFullExplore({ page, client }: Visit, { url, nfts }: Explore, count: number): Promise<void> {
  const data = Array.from({ length: count }, (_, index) => {
    const nft = nfts[index % nfts.length]
    return { ...nft, id: `${nft?.id.slice(0, -4)}${index.toString(16).padStart(4, '0')}` }
  })
  await client.send('Network.emulateNetworkConditions', NO_LIMIT)
  await page.route('**/api/nfts/?*', (route) =>
    new URL(route.request().url()).searchParams.has('search')
      ? route.continue()
      : route.fulfill({ json: { data, meta: { next_cursor: null, total: count } } }),
  )
  await page.goto(url, { waitUntil: 'networkidle' })
}

async function measureTyping(browser: Browser, explore: Explore): Promise<Measurement> {
  const type = async (visit: Visit) => {
    await openFullExplore(visit, explore, TYPED_OVER_CARDS)
    const search = visit.page.getByRole('searchbox').first()
    await search.click()
    await search.pressSequentially('night bloom', { delay: 120 })
    await visit.page.waitForTimeout(UNTIL_TOLD_MS)
    return visit.page.evaluate(() => globalThis.webFigures.inpMs)
  }
  const waits = await repeat(() => onPhone(browser, type))
  return best(`typing in the search over ${TYPED_OVER_CARDS} cards (INP)`, waits, 'ms', 200)
}

/** Through more cards than anybody loads: only those in sight may cost anything. */
async function measureScrolling(browser: Browser, explore: Explore): Promise<Measurement[]> {
  const runs = await repeat(() =>
    onPhone(browser, async (visit) => {
      await openFullExplore(visit, explore, SCROLLED_CARDS)
      const frames = await visit.page.evaluate(scrollAndTimeFrames, SCROLL_FRAMES)
      return { frameMs: median(frames), cards: await visit.page.locator('li.card').count() }
    }),
  )
  const what = `scrolling through ${SCROLLED_CARDS} cards:`
  return [
    best(
      `${what} median frame`,
      runs.map(({ frameMs }) => frameMs),
      'ms',
      34,
    ),
    best(
      `${what} cards drawn`,
      runs.map(({ cards }) => cards),
      '',
      150,
    ),
  ]
}

/** In the page: how long each frame took while half a screen passed with every one, in milliseconds. */
async function scrollAndTimeFrames(count: number): Promise<number[]> {
  const times = [await new Promise<number>(requestAnimationFrame)]
  while (times.length <= count) {
    scrollBy({ top: innerHeight / 2, behavior: 'instant' })
    times.push(await new Promise<number>(requestAnimationFrame))
  }
  return times.slice(1).map((time, index) => time - (times[index] ?? time))
}
