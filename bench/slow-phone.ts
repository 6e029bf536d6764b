import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { findChromium } from '../e2e/chromium.ts'
import { type Measurement, median } from './measurement.ts'

/** How often each figure is measured. */
const RUNS = 5
/** Lighthouse's Slow 4G, and a phone with a quarter of this machine's processor (docs/decisions/0100). */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }
export const NO_LIMIT = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const SLOWDOWN = 4
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, deviceScaleFactor: 1.75, hasTouch: true }
/** Holds the phone's screen in its own dots (721 × 1440): of what changes outside of the window no frame is drawn. */
const WINDOW = '--window-size=800,1600'
/**
 * Keeps the places of errors as their code is compiled: else V8 reads the code a second time for each, because Playwright
 * listens to the console, and no visitor waits for that (docs/decisions/0100).
 */
const KEEPS_PLACES = '--js-flags=--no-enable-lazy-source-positions'
/** A task longer than this blocks: what is above it counts, from the first picture on (TBT, as Lighthouse counts it). */
const LONG_TASK_MS = 50
/** Toasts and modals are fetched ahead 2.5 s after the load (web/src/ui/overlays/toast.ts): what comes before that is the first load. */
const BEFORE_OVERLAYS_MS = 2_000
const FINGER_DOWN_MS = 60
/** The browser tells an interaction's length after the next paint. */
export const UNTIL_TOLD_MS = 1_000

export type Visit = { page: Page; client: CDPSession }
declare global {
  var webFigures: { fcpMs: number; lcpMs: number; cls: number; tbtMs: number; inpMs: number }
}

export function launchPhones(): Promise<Browser> {
  const { executablePath, args, env } = findChromium()
  return chromium.launch({ executablePath, args: [...args, WINDOW, KEEPS_PLACES], env, headless: true })
}

/** A figure that is reached when its best run reaches it. */
export const best = (what: string, runs: readonly number[], unit: string, atMost: number): Measurement => ({
  what,
  measured: Math.min(...runs),
  median: median(runs),
  unit,
  target: { atMost },
})
export const toThousands = (value: number) => value / 1_000

export async function repeat<T>(work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  while (results.length < RUNS) results.push(await work())
  return results
}

/** A visit on a slow phone with an empty cache. */
export async function onPhone<T>(browser: Browser, use: (visit: Visit) => Promise<T>): Promise<T> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    await page.addInitScript(observe, LONG_TASK_MS)
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', SLOW_4G)
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    return await use({ page, client })
  } finally {
    await context.close()
  }
}

export async function load({ page }: Visit, url: string) {
  await page.goto(url)
  await page.waitForTimeout(BEFORE_OVERLAYS_MS)
  const bytes = await page.evaluate(() => {
    const sum = (entries: PerformanceEntry[]) =>
      entries.reduce((total, entry) => total + (entry as PerformanceResourceTiming).transferSize, 0)
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.js(\?|$)/.test(name))
    return { scriptBytes: sum(scripts), htmlBytes: sum(performance.getEntriesByType('navigation')) }
  })
  await page.waitForLoadState('networkidle')
  return { ...(await page.evaluate(() => globalThis.webFigures)), ...bytes }
}

/** A finger stays on the glass for a moment; Playwright's own does not. */
export async function tapThrough({ page, client }: Visit, url: string, names: string[]): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle' })
  for (const name of names) {
    const button = page.getByRole('main').getByRole('button', { name, exact: true }).first()
    await button.scrollIntoViewIfNeeded()
    const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await page.waitForTimeout(FINGER_DOWN_MS)
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.waitForTimeout(UNTIL_TOLD_MS)
  }
  return page.evaluate(() => globalThis.webFigures.inpMs)
}

type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number }

/** In the page: keeps the figures as the browser tells them. */
function observe(longTaskMs: number): void {
  const figures = { fcpMs: 0, lcpMs: 0, cls: 0, tbtMs: 0, inpMs: 0 }
  globalThis.webFigures = figures
  const longTasks: Entry[] = []
  const blockingMs = ({ startTime, duration }: Entry) =>
    Math.max(0, startTime + duration - Math.max(startTime, figures.fcpMs) - longTaskMs)
  const take = (entry: Entry) => {
    if (entry.name === 'first-contentful-paint') figures.fcpMs = entry.startTime
    if (entry.entryType === 'largest-contentful-paint') figures.lcpMs = entry.startTime
    if (entry.entryType === 'layout-shift' && !entry.hadRecentInput) figures.cls += entry.value ?? 0
    if (entry.entryType === 'longtask') longTasks.push(entry)
    if (entry.interactionId) figures.inpMs = Math.max(figures.inpMs, entry.duration)
    figures.tbtMs = longTasks.reduce((sum, task) => sum + blockingMs(task), 0)
  }
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask', 'event'])
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit)
}
