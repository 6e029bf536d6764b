// The mutation run: every mutant of the list must be killed by the tests. Minutes, so it belongs to npm run torture.
//   node mutation/run.mjs   (after node test.mjs, which compiles the tests)
import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { compileCollection, readSources } from '../compile.mjs'
import { runForge } from '../forge.mjs'
import { MUTANTS } from './mutants.mjs'

const FOLDER = new URL('../cache/mutants/', import.meta.url)
const ARTIFACT = 'cache/mutants/current.json'
// Tests that need many calls or whole transactions are left out: the rest must suffice.
const TESTS = ['test', '--no-match-contract', 'GasTest|DifferentialTest', '--fail-fast']

function mutate([file, original, replacement]) {
  const sources = readSources()
  const path = `src/${file}`
  if (sources[path].split(original).length !== 2) throw new Error(`${file}: not there exactly once: ${original}`)
  sources[path] = sources[path].replace(original, () => replacement)
  return sources
}

/** Whether a test fails on these sources. */
async function isKilled(sources) {
  const { abi, bytecode } = compileCollection({ sources, viaIr: false, warningsAllowed: true })
  writeFileSync(new URL('current.json', FOLDER), JSON.stringify({ abi, bytecode: { object: bytecode } }))
  const { failed, output } = await runForge(TESTS, { quiet: true, env: { COLLECTION_ARTIFACT: ARTIFACT } })
  if (failed > 0 && !output.includes('[FAIL')) throw new Error(`forge did not run:\n${output}`)
  return failed > 0
}

/** Runs all mutants; a killed one counts as passed. */
export async function runMutants() {
  mkdirSync(FOLDER, { recursive: true })
  if (await isKilled(readSources())) throw new Error('the tests fail without any mutant')
  const result = { passed: 0, failed: 0 }
  for (const mutant of MUTANTS) {
    const killed = await isKilled(mutate(mutant))
    result[killed ? 'passed' : 'failed']++
    const [file, original, replacement] = mutant.map((text) => text.replace(/\s+/g, ' '))
    console.log(
      `[${killed ? 'PASS' : 'FAIL'}] ${killed ? 'killed' : 'SURVIVED'}: ${file}: ${original} -> ${replacement || '(nothing)'}`,
    )
  }
  return result
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed } = await runMutants()
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
