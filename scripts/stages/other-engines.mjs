import { existsSync } from 'node:fs'
import { runVitest } from './stages.mjs'

/** Debian's programs that e2e/engines drives, by the packages they come with. */
const PROGRAMS = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  openbox: '/usr/bin/openbox',
}

export const listMissingPackages = () => Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]))

/** A newcomer's purchase in Firefox and in WebKit; the browser tests are Chromium's. */
export async function runInOtherEngines(options) {
  const missing = listMissingPackages()
  if (missing.length > 0) {
    console.log(`  skipped: not installed (on Debian: apt-get install ${missing.join(' ')})`)
    return { passed: 0, failed: 0, isSkipped: true }
  }
  return runVitest('engines', ['--config', 'e2e/engines/vitest.config.ts'], options)
}
