import puppeteer, { type ElementHandle, type Frame } from 'puppeteer-core'
import type { Engine } from './engine.ts'
import { FIREFOX } from './installed.ts'

const PASSING = /context|detached|navigat|not clickable|no such (element|frame|node)|stale|not found|destroyed/i

/** Debian's Firefox, by WebDriver BiDi. */
export async function openFirefox(): Promise<Engine<ElementHandle>> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'ui.systemUsesDarkTheme': 1 },
    defaultViewport: { width: 1440, height: 900 },
  })
  const page = await browser.newPage()
  let frame: Frame = page.mainFrame()
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    find: async (script, path) => {
      const handle = await frame.evaluateHandle(`(${script})(${JSON.stringify(path)})`)
      return (handle.asElement() as ElementHandle | null) ?? undefined
    },
    click: (handle) => handle.click(),
    type: async (handle, text) => {
      await handle.evaluate((field) => (field as HTMLInputElement).select())
      await handle.type(text)
    },
    valueOf: (handle) => handle.evaluate((field) => (field as HTMLInputElement).value),
    choose: async (handle, option) => {
      const value = await handle.evaluate(
        (select, text) => [...(select as HTMLSelectElement).options].find((each) => each.text === text)?.value,
        option,
      )
      await handle.select(value ?? '')
    },
    attach: (handle, file) => (handle as ElementHandle<HTMLInputElement>).uploadFile(file),
    read: (script) => frame.evaluate(script) as never,
    enterFrame: async (handle) => {
      frame = (await (handle as ElementHandle<HTMLIFrameElement>).contentFrame()) ?? frame
    },
    leaveFrame: async () => {
      frame = page.mainFrame()
    },
    picture: () => page.screenshot(),
    resize: (width, height) => page.setViewport({ width, height }),
    isPassing: (error) => PASSING.test(String(error)),
    close: () => browser.close(),
  }
}
