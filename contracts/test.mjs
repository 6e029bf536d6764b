// The contract stage of npm test: the committed bytecode is this source's, and the tests pass on exactly that bytecode.
// Ends with one line `N passed, N failed`. Needs node_modules and no network.
//   node test.mjs            the short run
//   node test.mjs --torture  many more fuzz runs, and the mutation run
import { randomBytes } from 'node:crypto'
import { isGeneratedFileCurrent } from './build.mjs'
import { compileCollection } from './compile.mjs'
import { runForge } from './forge.mjs'
import { writeArtifact } from './write-artifact.mjs'

/** The bytecode check as one test. */
function checkGenerated(compiled) {
  if (isGeneratedFileCurrent(compiled)) {
    console.log('[PASS] generated/collection.ts is what the source gives')
    return { passed: 1, failed: 0 }
  }
  console.log('[FAIL] generated/collection.ts differs from what the source gives: run node contracts/build.mjs')
  return { passed: 0, failed: 1 }
}

/** The format check as one test. */
async function checkFormat() {
  const { failed } = await runForge(['fmt', '--check'])
  console.log(failed === 0 ? '[PASS] the sources are formatted' : '[FAIL] the sources are not formatted: run forge fmt')
  return { passed: 1 - failed, failed }
}

const isTorture = process.argv.includes('--torture')
const compiled = compileCollection()
writeArtifact(compiled)
const results = [checkGenerated(compiled), await checkFormat()]
// Gas is measured as whole transactions (--isolate), everything else in the faster way.
const seed = isTorture ? ['--fuzz-seed', `0x${randomBytes(8).toString('hex')}`] : []
if (isTorture) console.log(`seed: ${seed[1]}`)
const profile = isTorture ? 'torture' : 'default'
results.push(await runForge(['test', '--no-match-contract', 'GasTest', ...seed], { profile }))
results.push(await runForge(['test', '--match-contract', 'GasTest', '--isolate']))
if (isTorture) results.push(await (await import('./mutation/run.mjs')).runMutants())

const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
