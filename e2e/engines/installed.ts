import { existsSync } from 'node:fs'

/** The paths in Debian. */
export const FIREFOX = '/usr/bin/firefox-esr'
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
export const X_SERVER = '/usr/bin/Xvfb'
export const WINDOW_MANAGER = '/usr/bin/openbox'

/** Programs by the Debian packages that they come with. */
type Packages = Record<string, string>

/** npm brings Chromium alone: what another engine's test, of its name, needs. */
const ENGINES: Record<string, Packages> = {
  firefox: { 'firefox-esr': FIREFOX },
  webkit: { 'webkit2gtk-driver': WEBKIT_DRIVER, xvfb: X_SERVER, openbox: WINDOW_MANAGER },
}

export const missingPackages = (engine: string): string[] =>
  Object.entries(ENGINES[engine] ?? {}).flatMap(([name, program]) => (existsSync(program) ? [] : [name]))

/** Says so, where a test of this engine cannot run. */
export function isSkipped(engine: 'firefox' | 'webkit'): boolean {
  const missing = missingPackages(engine)
  if (missing.length === 0) return false
  console.log(`${engine} skipped: not installed (on Debian: apt-get install ${missing.join(' ')})`)
  return true
}
