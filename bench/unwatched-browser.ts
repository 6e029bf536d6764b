import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import CDP from 'chrome-remote-interface'
import { findChromium } from '../e2e/chromium.ts'
import type { Try } from './calmest.ts'
import { MEASURE_INDEX, slowdownOf, untilUndisturbed } from './processor.ts'
import { OBSERVER, PHONE, SLOW_4G } from './web-page.ts'

/** Toasts and modals are fetched ahead 2.5 s after the load (web/src/ui/toast.ts): what comes before that is the first load. */
const BEFORE_OVERLAYS_MS = 2_000
const QUIET_MS = 500
const TAB_STEPS = 5
const TAB_KEY = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
/** Holds the phone's screen in its own dots (721 × 1440): of a change outside of the window the browser draws no frame, and waits for the next. */
const WINDOW = '--window-size=800,1600'
const FINGER_DOWN_MS = 60
const BETWEEN_TAPS_MS = 300
const UNTIL_TOLD_MS = 1_000

export type PageFigures = {
  /** How many times the page was slowed down; 4 on a desktop that nobody else is at. */
  slowdown: number
  fcpMs: number
  lcpMs: number
  cls: number
  tbtMs: number
  scriptBytes: number
  htmlBytes: number
}

/**
 * A browser that loads pages and taps in them without anybody listening. Playwright listens to each page's console; with a
 * listener the engine finds out where every `Error` is made, and React makes some while it is evaluated: 30 to 70 ms of
 * each load that no visitor waits for. And its finger is lifted before the page knows that it is there.
 */
export class UnwatchedBrowser {
  #process: ChildProcess
  #profile: string
  #port: number
  /** A page in which nothing is done but to find out how fast the processor is. */
  #gauge: CDP.Client

  private constructor(process: ChildProcess, profile: string, port: number, gauge: CDP.Client) {
    this.#process = process
    this.#profile = profile
    this.#port = port
    this.#gauge = gauge
  }

  static async open(): Promise<UnwatchedBrowser> {
    const { executablePath, args, env } = findChromium()
    const profile = await mkdtemp(join(tmpdir(), 'verso-bench-'))
    const own = ['--headless', WINDOW, '--remote-debugging-port=0', `--user-data-dir=${profile}`]
    const browser = spawn(executablePath, [...args, ...own], { env, stdio: 'ignore' })
    const port = await readPort(profile)
    const gauge = await CDP({ port, target: await CDP.New({ port, url: 'about:blank' }) })
    const unwatched = new UnwatchedBrowser(browser, profile, port, gauge)
    await unwatched.#measureIndex()
    return unwatched
  }

  async close(): Promise<void> {
    const end = once(this.#process, 'exit')
    await this.#gauge.close()
    this.#process.kill()
    await end
    // Its helpers write on for a moment.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  /** One load on a phone with an empty cache, until the page is quiet; what comes later (overlays) is no part of it. */
  async measureLoad(url: string): Promise<Try<PageFigures>> {
    return this.#onPhone(async (page, network, slowdown) => {
      await load(page, url)
      await sleep(BEFORE_OVERLAYS_MS)
      const loaded = { ...network.bytes }
      await network.untilQuiet()
      await untilScreenIsShown(page)
      return { slowdown, ...(await readFigures(page)), scriptBytes: loaded.script, htmlBytes: loaded.html }
    })
  }

  /** Goes through the first controls by Tab, then taps buttons of the main part by their names; tells the longest wait (INP). */
  async measureTaps(url: string, names: string[]): Promise<Try<number>> {
    return this.#onPhone(async (page, network) => {
      await load(page, url)
      await untilScreenIsShown(page)
      await network.untilQuiet()
      // The load took seconds: what the machine was like before it says nothing of the taps.
      await this.#untilUndisturbed()
      for (let step = 0; step < TAB_STEPS; step++) await pressTab(page)
      for (const name of names) await tap(page, name)
      // The browser tells an interaction's length after the next paint.
      await sleep(UNTIL_TOLD_MS)
      return (await readFigures(page)).inpMs
    })
  }

  async #measureIndex(): Promise<number> {
    return (await this.#gauge.Runtime.evaluate({ expression: MEASURE_INDEX })).result.value
  }

  #untilUndisturbed(): Promise<number> {
    return untilUndisturbed(() => this.#measureIndex())
  }

  async #onPhone<Result>(
    use: (page: CDP.Client, network: Network, slowdown: number) => Promise<Result>,
  ): Promise<Try<Result>> {
    const index = await this.#untilUndisturbed()
    const slowdown = slowdownOf(index)
    const { webSocketDebuggerUrl } = await CDP.Version({ port: this.#port })
    const browser = await CDP({ target: webSocketDebuggerUrl })
    const { browserContextId } = await browser.Target.createBrowserContext()
    const { targetId } = await browser.Target.createTarget({ url: 'about:blank', browserContextId })
    const page = await CDP({ port: this.#port, target: targetId })
    try {
      await makeSlowPhone(page, slowdown)
      const result = await use(page, watchNetwork(page), slowdown)
      return { result, index: Math.min(index, await this.#measureIndex()) }
    } finally {
      await page.close()
      await browser.Target.disposeBrowserContext({ browserContextId })
      await browser.close()
    }
  }
}

/** The browser writes down which port it took. */
async function readPort(profile: string): Promise<number> {
  for (;;) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    if (text.includes('\n')) return Number.parseInt(text, 10)
    await sleep(50)
  }
}

async function load({ Page }: CDP.Client, url: string): Promise<void> {
  const loaded = Page.loadEventFired()
  await Page.navigate({ url })
  await loaded
}

/** Until then the page shows what its HTML alone does (web/src/marketplace/first-paint.html). */
async function untilScreenIsShown({ Runtime }: CDP.Client): Promise<void> {
  const expression = '!document.querySelector(".first-paint-explore")'
  while (!(await Runtime.evaluate({ expression, returnByValue: true })).result.value) await sleep(100)
}

async function readFigures({ Runtime }: CDP.Client): Promise<typeof webFigures> {
  return (await Runtime.evaluate({ expression: 'webFigures', returnByValue: true })).result.value
}

async function pressTab({ Input }: CDP.Client): Promise<void> {
  await Input.dispatchKeyEvent({ type: 'rawKeyDown', ...TAB_KEY })
  await Input.dispatchKeyEvent({ type: 'keyUp', ...TAB_KEY })
}

/** As a finger does: it stays on the glass for a moment. */
async function tap({ Runtime, DOM, Input }: CDP.Client, name: string): Promise<void> {
  const { objectId } = (await Runtime.evaluate({ expression: `(${findButton})(${JSON.stringify(name)})` })).result
  if (!objectId) throw new Error(`There is no button "${name}".`)
  await DOM.scrollIntoViewIfNeeded({ objectId })
  const { quads } = await DOM.getContentQuads({ objectId })
  const [left = 0, top = 0, , , right = 0, bottom = 0] = quads[0] ?? []
  const finger = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const isHit = await Runtime.callFunctionOn({
    objectId,
    functionDeclaration: 'function (x, y) { return this.contains(document.elementFromPoint(x, y)) }',
    arguments: [{ value: finger.x }, { value: finger.y }],
  })
  if (!isHit.result.value) throw new Error(`Something covers the button "${name}".`)
  await Input.dispatchTouchEvent({ type: 'touchStart', touchPoints: [finger] })
  await sleep(FINGER_DOWN_MS)
  await Input.dispatchTouchEvent({ type: 'touchEnd', touchPoints: [] })
  await sleep(BETWEEN_TAPS_MS)
}

/** In the page. */
const findButton = (name: string) =>
  [...document.querySelectorAll('main button')].find((button) => (button.ariaLabel ?? button.textContent) === name)

async function makeSlowPhone({ Page, Network, Emulation }: CDP.Client, slowdown: number): Promise<void> {
  await Page.enable()
  await Page.addScriptToEvaluateOnNewDocument({ source: OBSERVER })
  await Network.enable({})
  await Network.emulateNetworkConditions(SLOW_4G)
  await Emulation.setDeviceMetricsOverride({ ...PHONE, deviceScaleFactor: 1.75, mobile: true })
  await Emulation.setTouchEmulationEnabled({ enabled: true })
  await Emulation.setCPUThrottlingRate({ rate: slowdown })
}

type Network = ReturnType<typeof watchNetwork>

function watchNetwork({ Network }: CDP.Client) {
  const bytes = { script: 0, html: 0 }
  const kinds = new Map<string, 'script' | 'html'>()
  const open = new Set<string>()
  let quietSince = performance.now()
  const end = (requestId: string) => {
    open.delete(requestId)
    quietSince = performance.now()
  }
  Network.requestWillBeSent(({ requestId }) => open.add(requestId))
  Network.responseReceived(({ requestId, type, response }) => {
    if (type === 'Document') kinds.set(requestId, 'html')
    else if (/\.js(\?|$)/.test(response.url)) kinds.set(requestId, 'script')
  })
  Network.loadingFailed(({ requestId }) => end(requestId))
  Network.loadingFinished(({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) bytes[kind] += encodedDataLength
    end(requestId)
  })
  const untilQuiet = async () => {
    while (open.size > 0 || performance.now() - quietSince < QUIET_MS) await sleep(50)
  }
  return { bytes, untilQuiet }
}
