import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { indentLines } from './output.mjs'
import { CACHE, ROOT } from '../paths.mjs'

const RESULTS = join(CACHE, 'test-results')
const LANES = 2
/** A stage that hangs is ended; a slow machine with two processors takes its time. */
const STAGE_LIMIT_MS = 60 * 60_000
/** A hundred kills and thousands of histories take their time. */
const TORTURE_LIMIT_MS = 2 * 60 * 60_000
// The children write to a pipe: only we know whether a person looks at a terminal.
const COLOUR =
  process.stdout.isTTY && !process.env.CI ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }
const running = new Set()
/** The output so far of a stage beside others: it is printed when the stage has ended. */
const heldOutput = new AsyncLocalStorage()
const say = (text) => {
  const held = heldOutput.getStore()
  if (held) held.push(text)
  else process.stdout.write(text)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) child.kill('SIGTERM')
    process.exitCode = 1
    setTimeout(() => process.exit(1), 10_000).unref()
  })
}

/** Runs one Node program with its output indented; gives its exit code and its lines. */
export async function runNode(script, args = [], { env = {} } = {}) {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...COLOUR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const lines = []
  const write = (line) => {
    lines.push(line.trim())
    say(line)
  }
  indentLines(child.stdout, write)
  indentLines(child.stderr, write)
  const limitMs = env.TORTURE_ROUNDS === undefined ? STAGE_LIMIT_MS : TORTURE_LIMIT_MS
  const timer = setTimeout(() => child.kill('SIGTERM'), limitMs)
  const code = await new Promise((resolve) => child.once('error', () => resolve(127)).once('close', resolve))
  clearTimeout(timer)
  running.delete(child)
  return { code, lines }
}

/** A check that is right or wrong as a whole: one test. */
export async function runCheck(script, args) {
  const { code } = await runNode(script, args)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** A program that ends with a line `N passed, N failed`. */
export async function runCounting(script, args) {
  const { code, lines } = await runNode(script, args)
  const found = lines.map((line) => /^(\d+) passed, (\d+) failed$/.exec(line)).findLast(Boolean)
  const counts = { passed: Number(found?.[1] ?? 0), failed: Number(found?.[2] ?? 0) }
  return withExitCode(counts, code)
}

/** A vitest run, counted from its own report. */
export async function runVitest(name, args, options) {
  const report = join(RESULTS, `${name}.json`)
  mkdirSync(RESULTS, { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = { ...memoryFolder(), ...options?.env }
  const { code } = await runNode('node_modules/vitest/vitest.mjs', ['run', ...args, ...reporters], { env })
  return withExitCode(readReport(report), code)
}

const MEMORY_FOLDER = '/dev/shm'
const MEMORY_BYTES = 6e9

/** Databases that are thrown away are in memory, where there is enough of it: each of a test file's own is copied in a twentieth of the time. */
export function memoryFolder() {
  if (process.env.TMPDIR) return {}
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize > MEMORY_BYTES ? { TMPDIR: MEMORY_FOLDER } : {}
  } catch {
    return {}
  }
}

function readReport(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    // A file that could not even be loaded has no failed test in it.
    const brokenFiles = testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    )
    return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length }
  } catch {
    return { passed: 0, failed: 0 }
  }
}

/** A bad end without a failed test (a crash, an error outside of any test, no report) is a failure too. */
function withExitCode(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** Runs the stages one after the other, also after a failure, a list of them side by side; closes with one line over all. */
export async function runStages(stages) {
  const startedAt = performance.now()
  const results = []
  for (const stage of stages) {
    const isList = Array.isArray(stage[0])
    results.push(...(isList ? await runBeside(stage) : [await runStage(stage)]))
  }
  const [passed, failed] = ['passed', 'failed'].map((each) => results.reduce((sum, result) => sum + result[each], 0))
  console.log(`\n${results.map(({ line }) => `  ${line}`).join('\n')}`)
  console.log(`  ${describe('in all', { startedAt, passed, failed })}\n`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** Two at a time, the first of the list first: a stage that computes on one core leaves the other to the next. */
async function runBeside(stages) {
  const waiting = [...stages]
  const results = []
  const runWaiting = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) {
      const held = []
      results.push(await heldOutput.run(held, runStage, stage))
      process.stdout.write(held.join(''))
    }
  }
  await Promise.all(Array.from({ length: LANES }, runWaiting))
  return results
}

async function runStage([name, run]) {
  say(`\n▸ ${name}\n`)
  const startedAt = performance.now()
  const { passed, failed, isSkipped } = await run()
  const line = describe(name, { startedAt, passed, failed, isSkipped })
  say(`  ${line}\n`)
  return { passed, failed, line }
}

function describe(name, { startedAt, passed, failed, isSkipped }) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)
  const mark = isSkipped ? '–' : failed === 0 ? '✓' : '✗'
  const told = isSkipped ? 'skipped' : `${passed} ok${failed ? `, ${failed} wrong` : ''}`
  return `${mark} ${name.padEnd(24)}${seconds} s   ${told}`
}

/** Several runs at once as one stage. */
export async function runTogether(runs) {
  const all = await Promise.all(runs.map((run) => run()))
  const sum = (name) => all.reduce((total, each) => total + each[name], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
