import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'

const RESULTS = join(import.meta.dirname, '../test-results')

/** A browser whose pages note every complaint in the console: a script error or a refused resource fails the test. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, args, env } = findChromium()
  return chromium.launch({ executablePath, args, env, headless: true })
}

export type Visit = { page: Page; context: BrowserContext; complaints: string[] }

/** An answer the page handles itself (a wrong code, a lost race) is shown in the console by Chromium all the same. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/

export async function visit(browser: Browser, options: { width?: number; height?: number } = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

/** Keeps what a person needs to see why a journey failed. */
export async function keepEvidence(visits: readonly Visit[], name: string): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  for (const [index, { page }] of visits.entries()) {
    await page.screenshot({ path: join(RESULTS, `${name}-${index}.png`), fullPage: true }).catch(() => undefined)
  }
}
