import type { Browser, CDPSession, Page } from 'playwright-core'
import { MEASURE_INDEX, slowdownOf, untilUndisturbed } from './processor.ts'

/** What Lighthouse calls Slow 4G (docs/rules.md R21). */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
}
export const PHONE = { width: 412, height: 823 }
/** A task longer than this blocks: what is above it counts, from the first picture on (TBT, as Lighthouse counts it). */
const LONG_TASK_MS = 50
/** What is run in a page before its own scripts: it keeps the figures in `webFigures`. */
export const OBSERVER = `(${observe})(${LONG_TASK_MS})`

export type SlowPage = {
  page: Page
  client: CDPSession
  /** The lower of the processor's indices when it was opened and now. */
  measureLowerIndex(): Promise<number>
  close(): Promise<void>
}

/** Opens a page as on a phone with an empty cache. */
export async function openSlowPage(browser: Browser): Promise<SlowPage> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, deviceScaleFactor: 1.75, hasTouch: true })
  // First, as the page that was opened last is the one that is shown.
  const gauge = await context.newPage()
  const page = await context.newPage()
  await page.addInitScript(OBSERVER)
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', SLOW_4G)
  const measureIndex = () => gauge.evaluate<number>(MEASURE_INDEX)
  await measureIndex()
  const index = await untilUndisturbed(measureIndex)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdownOf(index) })
  return {
    page,
    client,
    measureLowerIndex: async () => Math.min(index, await measureIndex()),
    close: () => context.close(),
  }
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
  const longTasks: PerformanceEntry[] = []
  const countBlocking = () => {
    const blockingMs = ({ startTime, duration }: PerformanceEntry) =>
      Math.max(0, startTime + duration - Math.max(startTime, figures.fcpMs) - longTaskMs)
    figures.tbtMs = longTasks.reduce((sum, task) => sum + blockingMs(task), 0)
  }
  watch('paint', ({ name, startTime }: PerformanceEntry) => {
    if (name !== 'first-contentful-paint') return
    figures.fcpMs = startTime
    countBlocking()
  })
  watch('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    figures.lcpMs = startTime
  })
  watch('layout-shift', ({ value, hadRecentInput }: { value: number; hadRecentInput: boolean }) => {
    if (!hadRecentInput) figures.cls += value
  })
  watch('longtask', (task: PerformanceEntry) => {
    longTasks.push(task)
    countBlocking()
  })
  watch(
    'event',
    ({ duration, interactionId }: { duration: number; interactionId: number }) => {
      if (interactionId) figures.inpMs = Math.max(figures.inpMs, duration)
    },
    { durationThreshold: 16 },
  )
}
