import { existsSync } from 'node:fs'

/** Where Debian puts them. */
export const FIREFOX = '/usr/bin/firefox-esr'
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
export const X_SERVER = '/usr/bin/Xvfb'
export const WINDOW_MANAGER = '/usr/bin/openbox'

/** Programs by the Debian packages that they come with. */
type Packages = Record<string, string>

const FIREFOX_PACKAGES: Packages = { 'firefox-esr': FIREFOX }
const WEBKIT_PACKAGES: Packages = {
  'webkit2gtk-driver': WEBKIT_DRIVER,
  xvfb: X_SERVER,
  openbox: WINDOW_MANAGER,
}

/** npm brings Chromium alone: a test of another engine is skipped, and says so, where that is not installed. */
function isInstalled(engine: string, packages: Packages): boolean {
  const missing = Object.keys(packages).filter((name) => !existsSync(packages[name] as string))
  if (missing.length > 0) {
    console.log(`${engine} skipped: not installed (on Debian: apt-get install ${missing.join(' ')})`)
  }
  return missing.length === 0
}

export const isFirefoxInstalled = (): boolean => isInstalled('Firefox', FIREFOX_PACKAGES)
export const isWebKitInstalled = (): boolean => isInstalled('WebKit', WEBKIT_PACKAGES)
