// `npm test`: every check there is, in the order of how fast it tells. `--no-browser` leaves the browser tests out.
import { ensureWebBuilt } from './build-web.mjs'
import { findInstalledPostgres, runOnInstalledPostgres } from './installed-postgres.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { runCheck, runCounting, runStages, runVitest } from './stages.mjs'

const buildWeb = async () => {
  try {
    await withSetupLock(() => ensureWebBuilt(process.execPath))
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.log(error.message.replace(/^/gm, '  '))
    return { passed: 0, failed: 1 }
  }
}

/** Who may import whom, in the folders that have rules. */
const ROOMS = ['--config', '.dependency-cruiser.mjs', 'protocol/src', 'server', 'web/src', 'e2e', 'bench']

const stages = [
  ['Format', () => runCheck('node_modules/@biomejs/biome/bin/biome', ['format'])],
  ['Lint', () => runCheck('node_modules/oxlint/bin/oxlint', ['--type-aware'])],
  ['Rooms', () => runCheck('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', ROOMS)],
  ['Sources', () => runCheck('scripts/check-sources.mjs', [])],
  ['Citations', () => runCheck('scripts/check-citations.mjs', [])],
  ['Texts', () => runCheck('web/check-texts.mjs', [])],
  ['Types', () => runCheck('node_modules/typescript/bin/tsc', ['-b'])],
  ['Unused code', () => runCheck('node_modules/knip/bin/knip.js', [])],
  ['Contracts', () => runCounting('contracts/test.mjs', [])],
  ['Web build', buildWeb],
  ['Bundle budget', () => runCheck('web/check-budget.mjs', [])],
  ['Unit and API tests', () => runVitest('unit', [])],
  ['Installed PostgreSQL', () => runOnInstalledPostgres(findInstalledPostgres())],
]
if (!process.argv.includes('--no-browser')) {
  stages.push(['Browser tests', () => runVitest('browser', ['--config', 'e2e/vitest.config.ts'])])
}

process.exitCode = await runStages(stages)
