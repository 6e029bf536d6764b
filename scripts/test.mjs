// `npm test`: every check there is, in the order of how fast it tells. `--static` (`npm run check`) runs no test.
import { ensureWebBuilt } from './build-web.mjs'
import { prepareFirstStart } from './stages/first-start.mjs'
import { findInstalledPostgres, runOnInstalledPostgres } from './stages/installed-postgres.mjs'
import { withSetupLock } from './set-up/setup-lock.mjs'
import { runCheck, runCounting, runStages, runTogether, runVitest } from './stages/stages.mjs'

const buildWeb = async () => {
  try {
    await withSetupLock(() => ensureWebBuilt(process.execPath))
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.log(error.message.replace(/^/gm, '  '))
    return { passed: 0, failed: 1 }
  }
}

/** The folders that have rules of imports. */
const SOURCES = ['protocol/src', 'solana', 'server', 'web/src', 'e2e', 'bench']
/** `err-long`: with each fault the sentence of its rule, where the thing belongs instead. */
const ROOMS = ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...SOURCES]

/** The projects are checked side by side; several checkers within one would each compute the same types for themselves. */
const TYPES = ['-b', '--checkers', '1']

/** The static checks, the longest first. */
const STATIC = [
  ['Types', () => runCheck('node_modules/typescript/bin/tsc', TYPES)],
  ['Lint', () => runCheck('node_modules/oxlint/bin/oxlint', ['--type-aware'])],
  ['Rooms', () => runCheck('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', ROOMS)],
  ['Web build', buildWeb],
  ['Unused code', () => runCheck('node_modules/knip/bin/knip.js', [])],
  ['Sources', () => runCheck('scripts/check-sources.mjs', [])],
  ['Citations', () => runCheck('scripts/check-citations.mjs', [])],
  ['Texts', () => runCheck('web/check-texts.mjs', [])],
  ['Format', () => runCheck('node_modules/@biomejs/biome/bin/biome', ['format'])],
]
const BUDGET = ['Bundle budget', () => runCheck('web/check-budget.mjs', [])]
const CONTRACTS = ['Contracts', () => runCounting('contracts/test.mjs', [])]

/** Each on a product of its own. */
const BROWSER_SHARDS = 2
const firstStart = prepareFirstStart()
const browserRuns = Array.from({ length: BROWSER_SHARDS }, (_, index) => () => {
  const shard = `--shard=${index + 1}/${BROWSER_SHARDS}`
  return runVitest(`browser-${index + 1}`, ['--config', 'e2e/vitest.config.ts', shard], { env: firstStart.env })
})

const TESTS = [
  ['Unit and API tests', () => runVitest('unit', [])],
  // The first start computes on one core: what needs no product has the other.
  [
    ['First start', firstStart.run],
    ['Installed PostgreSQL', () => runOnInstalledPostgres(findInstalledPostgres())],
    CONTRACTS,
  ],
  ['Browser tests', () => runTogether(browserRuns)],
]

const isStatic = process.argv.includes('--static')
process.exitCode = await runStages(isStatic ? [STATIC, BUDGET] : [STATIC, BUDGET, ...TESTS])
