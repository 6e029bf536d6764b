import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver'
import type { Engine } from './engine.ts'
import { startDisplay } from './display.ts'
import { WEBKIT_DRIVER } from './installed.ts'
import { freePort, startProgram } from './programs.ts'

const PASSING = new Set([
  'StaleElementReferenceError',
  'ElementClickInterceptedError',
  'ElementNotInteractableError',
  'NoSuchElementError',
  'NoSuchFrameError',
  'NoSuchWindowError',
  'JavascriptError',
])

/** WebKitGTK's browser by WebDriver, on a screen of its own: what has no window draws no page. */
export async function openWebKit(): Promise<Engine<WebElement>> {
  const display = await startDisplay()
  const port = await freePort()
  const service = startProgram(WEBKIT_DRIVER, [`--port=${port}`], display.env)
  const driver = await connect(`http://127.0.0.1:${port}`)
  await sizeTo(driver, 1440, 900)
  return {
    open: (url) => driver.get(url),
    find: async (script, path) =>
      (await driver.executeScript<WebElement | null>(`return (${script})(arguments[0])`, path)) ?? undefined,
    click: (element) => element.click(),
    type: async (element, text) => {
      // Not `element.sendKeys`: in a frame of another origin WebKit says that no field takes the focus.
      await element.click()
      await driver.executeScript('arguments[0].select()', element)
      await driver.actions().sendKeys(text).perform()
    },
    valueOf: (field) => driver.executeScript<string>('return arguments[0].value', field),
    choose: (select, option) => select.findElement(By.xpath(`./option[.="${option}"]`)).click(),
    attach: (input, file) => input.sendKeys(file),
    read: (script) => driver.executeScript(`return ${script}`),
    enterFrame: (element) => driver.switchTo().frame(element),
    leaveFrame: () => driver.switchTo().defaultContent(),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    resize: (width, height) => sizeTo(driver, width, height),
    isPassing: (error) => error instanceof Error && PASSING.has(error.name),
    close: async () => {
      await driver.quit()
      service.end()
      display.end()
    },
  }
}

/** The service says nothing when it is ready. */
async function connect(url: string): Promise<WebDriver> {
  const endMs = Date.now() + 120_000
  for (;;) {
    const isReady = await fetch(`${url}/status`).then(
      () => true,
      () => false,
    )
    if (isReady) break
    if (Date.now() > endMs) throw new Error('WebKitWebDriver did not start within 120 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return new Builder().usingServer(url).withCapabilities({ browserName: 'MiniBrowser' }).build()
}

/** The window has bars of its own round the page. */
async function sizeTo(driver: WebDriver, width: number, height: number): Promise<void> {
  const window = driver.manage().window()
  await window.setRect({ x: 0, y: 0, width, height })
  const [innerWidth, innerHeight] = await driver.executeScript<[number, number]>('return [innerWidth, innerHeight]')
  await window.setRect({ x: 0, y: 0, width: width + width - innerWidth, height: height + height - innerHeight })
}
