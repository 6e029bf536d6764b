import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { indentLines } from './output.mjs'
import { CACHE, ROOT } from './paths.mjs'

const RESULTS = join(CACHE, 'test-results')
const STAGE_LIMIT_MS = 25 * 60_000
/** A hundred kills and thousands of histories take their time. */
const TORTURE_LIMIT_MS = 2 * 60 * 60_000
// The children write to a pipe: only we know whether a person looks at a terminal.
const COLOUR =
  process.stdout.isTTY && !process.env.CI ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }
const running = new Set()

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
    process.stdout.write(line)
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
  const { code } = await runNode('node_modules/vitest/vitest.mjs', ['run', ...args, ...reporters], options)
  return withExitCode(readReport(report), code)
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

/** Runs the stages one after the other, whatever fails, and closes with one line over all of them. */
export async function runStages(stages) {
  const total = { passed: 0, failed: 0 }
  const summary = []
  for (const [name, run] of stages) {
    console.log(`\n▸ ${name}`)
    const startedAt = performance.now()
    const { passed, failed, isSkipped } = await run()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)
    total.passed += passed
    total.failed += failed
    const mark = isSkipped ? '–' : failed === 0 ? '✓' : '✗'
    summary.push(
      `${mark} ${name.padEnd(24)}${seconds} s   ${isSkipped ? 'skipped' : `${passed} ok`}${failed ? `, ${failed} wrong` : ''}`,
    )
    console.log(`  ${summary.at(-1)}`)
  }
  console.log(`\n${summary.map((line) => `  ${line}`).join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}
