// `npm run test:browsers`: the main job in Chromium, Firefox and WebKit, and pictures of the main pages in the latter two, for a
// person to look at.
import { join } from 'node:path'
import { CACHE } from './paths.mjs'
import { runInOtherEngines } from './stages/other-engines.mjs'
import { runStages, runVitest } from './stages/stages.mjs'

const PICTURES = join(CACHE, 'test-results', 'pictures')

process.exitCode = await runStages([
  ['Chromium', () => runVitest('chromium', ['--config', 'e2e/vitest.config.ts', 'main-job.test.ts'])],
  ['Firefox and WebKit', () => runInOtherEngines({ env: { BROWSER_PICTURES: PICTURES } })],
])
console.log(`Pictures: ${PICTURES}`)
