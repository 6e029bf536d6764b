import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findShell, PLAIN_DRAWING } from './chromium.ts'
import { noteRequests } from './settle.ts'

/** A second's work takes twenty where other work has the cores. */
const PATIENCE_MS = 90_000
const RESULTS = join(import.meta.dirname, '../test-results')

async function openBrowser(drawsModels: boolean): Promise<Browser> {
  const { executablePath, args, env } = findShell()
  return chromium.launch({
    executablePath,
    args: drawsModels ? args : [...args, ...PLAIN_DRAWING],
    env,
    headless: true,
  })
}

export type Visit = { page: Page; context: BrowserContext }
/** `kept` is in the local storage of an origin from the start. */
export type VisitOptions = { width?: number; height?: number; isMoving?: boolean; drawsModels?: boolean; kept?: Kept }
type Kept = { origin: string; values: Record<string, string> }
const storedIn = ({ origin, values }: Kept) => ({
  origin,
  localStorage: Object.entries(values).map(([name, value]) => ({ name, value })),
})

/** An answer the page handles itself (a wrong code, a lost race) is shown in the console by Chromium all the same. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/

let untaken: string[] = []
/** The complaints of the browser since the last call, on all visits of this test file (each-file.ts). */
export function takeComplaints(): string[] {
  const taken = untaken
  untaken = []
  return taken
}

const opened = new Map<boolean, Promise<Browser>>()
/** One browser for all test files, and one for those with models; what a file leaves open is closed after it (each-file.ts). */
export function getBrowser({ drawsModels = false } = {}): Promise<Browser> {
  const known = opened.get(drawsModels) ?? openBrowser(drawsModels)
  opened.set(drawsModels, known)
  return known
}
async function findContexts(): Promise<BrowserContext[]> {
  const browsers = await Promise.all(opened.values())
  return browsers.flatMap((browser) => browser.contexts())
}
export async function closeVisits(): Promise<void> {
  await Promise.all((await findContexts()).map((context) => context.close()))
}

/**
 * A visitor with a storage of their own. Every complaint in the console of any of their tabs is noted: a script error or a
 * refused resource fails the test. They ask for less motion, which is less to paint, but where motion is the subject.
 */
export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const browser = await getBrowser(options)
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    reducedMotion: options.isMoving ? 'no-preference' : 'reduce',
    storageState: { cookies: [], origins: options.kept ? [storedIn(options.kept)] : [] },
  })
  const note = (text: string, page: Page | null) => {
    untaken.push(`${page?.url()}: ${text}`)
  }
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) note(message.text(), message.page())
  })
  context.on('weberror', (error) => note(String(error.error()), error.page()))
  noteRequests(context)
  context.setDefaultTimeout(PATIENCE_MS)
  return { page: await context.newPage(), context }
}

/** The path for the picture of a failure. */
export async function evidencePath(name: string): Promise<string> {
  await mkdir(RESULTS, { recursive: true })
  return join(RESULTS, `${name}.png`)
}

/** Keeps what a person needs to see why a test failed: a picture of each page that is open. */
export async function keepEvidence(name: string): Promise<void> {
  const pages = (await findContexts()).flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    const path = await evidencePath(`${name}-${index}`)
    await page.screenshot({ path, fullPage: true }).catch(() => undefined)
  }
}
