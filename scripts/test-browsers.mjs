// `npm run test:browsers`: the main job in Chromium, Firefox and WebKit, and pictures of the main pages in the latter two, for a
// person to look at.
import { join } from 'node:path'
import { CACHE } from './paths.mjs'
import { runStages, runVitest } from './stages/stages.mjs'

const BROWSER_PICTURES = join(CACHE, 'test-results', 'pictures')
const MAIN_JOB = ['--config', 'e2e/vitest.config.ts', 'main-job.test.ts', 'engines/']

process.exitCode = await runStages([['Main job', () => runVitest('engines', MAIN_JOB, { env: { BROWSER_PICTURES } })]])
console.log(`Pictures: ${BROWSER_PICTURES}`)
