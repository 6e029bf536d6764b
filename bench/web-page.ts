import type { Browser, CDPSession, Page } from 'playwright-core'

/** What Lighthouse calls Slow 4G, and a phone's processor (ui/README.md, Figures to reach). */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }
export const CPU_SLOWDOWN = 4
const PHONE = { width: 412, height: 823 }
/** A task longer than this blocks: what is above it counts (TBT). */
const LONG_TASK_MS = 50
/** Toasts and modals are fetched ahead 2.5 s after the load (web/src/ui/toast.ts): what comes before that is the first load. */
const BEFORE_OVERLAYS_MS = 2_000

export type PageFigures = {
  fcpMs: number
  lcpMs: number
  cls: number
  tbtMs: number
  scriptBytes: number
  htmlBytes: number
}

export type SlowPage = { page: Page; client: CDPSession; close(): Promise<void> }

/** Opens a page as on a phone with an empty cache. */
export async function openSlowPage(browser: Browser): Promise<SlowPage> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, deviceScaleFactor: 1.75, hasTouch: true })
  const page = await context.newPage()
  await page.addInitScript(observe, LONG_TASK_MS)
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', SLOW_4G)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return { page, client, close: () => context.close() }
}

/** One load until the page is quiet; what comes later (overlays, after 2.5 s) is no part of it. */
export async function measureLoad(browser: Browser, url: string): Promise<PageFigures> {
  const { page, client, close } = await openSlowPage(browser)
  const bytes = countBytes(client)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(BEFORE_OVERLAYS_MS)
  const loaded = { ...bytes }
  await page.waitForLoadState('networkidle')
  const figures = await page.evaluate(() => globalThis.webFigures)
  await close()
  return { ...figures, scriptBytes: loaded.script, htmlBytes: loaded.html }
}

function countBytes(client: CDPSession): { script: number; html: number } {
  const counted = { script: 0, html: 0 }
  const kinds = new Map<string, 'script' | 'html'>()
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Document') kinds.set(requestId, 'html')
    else if (/\.js(\?|$)/.test(response.url)) kinds.set(requestId, 'script')
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) counted[kind] += encodedDataLength
  })
  return counted
}

declare global {
  var webFigures: { fcpMs: number; lcpMs: number; cls: number; tbtMs: number; inpMs: number }
}

/** In the page: keeps the figures as the browser tells them. */
function observe(longTaskMs: number): void {
  const figures = { fcpMs: 0, lcpMs: 0, cls: 0, tbtMs: 0, inpMs: 0 }
  globalThis.webFigures = figures
  const watch = (type: string, take: (entry: never) => void, options: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never)
    }).observe({ type, buffered: true, ...options })
  watch('paint', ({ name, startTime }: PerformanceEntry) => {
    if (name === 'first-contentful-paint') figures.fcpMs = startTime
  })
  watch('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    figures.lcpMs = startTime
  })
  watch('layout-shift', ({ value, hadRecentInput }: { value: number; hadRecentInput: boolean }) => {
    if (!hadRecentInput) figures.cls += value
  })
  watch('longtask', ({ startTime, duration }: PerformanceEntry) => {
    if (startTime + duration > figures.fcpMs) figures.tbtMs += Math.max(0, duration - longTaskMs)
  })
  watch(
    'event',
    ({ duration, interactionId }: { duration: number; interactionId: number }) => {
      if (interactionId) figures.inpMs = Math.max(figures.inpMs, duration)
    },
    { durationThreshold: 16 },
  )
}
