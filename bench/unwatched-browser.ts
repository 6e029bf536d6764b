import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import CDP from 'chrome-remote-interface'
import { findChromium } from '../e2e/chromium.ts'
import { CPU_SLOWDOWN, OBSERVER, PHONE, SLOW_4G } from './web-page.ts'

/** Toasts and modals are fetched ahead 2.5 s after the load (web/src/ui/toast.ts): what comes before that is the first load. */
const BEFORE_OVERLAYS_MS = 2_000
const QUIET_MS = 500

export type PageFigures = {
  fcpMs: number
  lcpMs: number
  cls: number
  tbtMs: number
  scriptBytes: number
  htmlBytes: number
}

/**
 * A browser that loads pages without anybody listening to them. Playwright listens to each page's console; with a listener
 * the engine finds out where every `Error` is made, and React makes some while it is evaluated: 30 to 70 ms of each load
 * that no visitor waits for.
 */
export class UnwatchedBrowser {
  #process: ChildProcess
  #profile: string
  #port: number

  private constructor(process: ChildProcess, profile: string, port: number) {
    this.#process = process
    this.#profile = profile
    this.#port = port
  }

  static async open(): Promise<UnwatchedBrowser> {
    const { executablePath, args, env } = findChromium()
    const profile = await mkdtemp(join(tmpdir(), 'verso-bench-'))
    const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
    const browser = spawn(executablePath, [...args, ...own], { env, stdio: 'ignore' })
    return new UnwatchedBrowser(browser, profile, await readPort(profile))
  }

  async close(): Promise<void> {
    const end = once(this.#process, 'exit')
    this.#process.kill()
    await end
    await rm(this.#profile, { recursive: true, force: true })
  }

  /** One load on a phone with an empty cache, until the page is quiet; what comes later (overlays) is no part of it. */
  async measureLoad(url: string): Promise<PageFigures> {
    const { webSocketDebuggerUrl } = await CDP.Version({ port: this.#port })
    const browser = await CDP({ target: webSocketDebuggerUrl })
    const { browserContextId } = await browser.Target.createBrowserContext()
    const { targetId } = await browser.Target.createTarget({ url: 'about:blank', browserContextId })
    const page = await CDP({ port: this.#port, target: targetId })
    try {
      await makeSlowPhone(page)
      const { bytes, untilQuiet } = watchNetwork(page)
      const load = page.Page.loadEventFired()
      await page.Page.navigate({ url })
      await load
      await sleep(BEFORE_OVERLAYS_MS)
      const loaded = { ...bytes }
      await untilQuiet()
      await untilScreenIsShown(page)
      const { result } = await page.Runtime.evaluate({ expression: 'webFigures', returnByValue: true })
      return { ...result.value, scriptBytes: loaded.script, htmlBytes: loaded.html }
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

/** Until then the page shows what its HTML alone does (web/src/marketplace/first-paint.html). */
async function untilScreenIsShown({ Runtime }: CDP.Client): Promise<void> {
  const expression = '!document.querySelector(".first-paint-explore")'
  while (!(await Runtime.evaluate({ expression, returnByValue: true })).result.value) await sleep(100)
}

async function makeSlowPhone({ Page, Network, Emulation }: CDP.Client): Promise<void> {
  await Page.enable()
  await Page.addScriptToEvaluateOnNewDocument({ source: OBSERVER })
  await Network.enable({})
  await Network.emulateNetworkConditions(SLOW_4G)
  await Emulation.setDeviceMetricsOverride({ ...PHONE, deviceScaleFactor: 1.75, mobile: true })
  await Emulation.setTouchEmulationEnabled({ enabled: true })
  await Emulation.setCPUThrottlingRate({ rate: CPU_SLOWDOWN })
}

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
