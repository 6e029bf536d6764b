import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandOf, descendantsOf, isAlive, nameOf } from '../processes.ts'
import { freePorts } from '../product.ts'

const ROOT = join(import.meta.dirname, '../../..')
const LONG_MS = 400_000
const ENDED_MS = 40_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const
/** `npm test` sends each signal to one wrapper, each wrapper getting one; `npm run torture` every signal to every wrapper. */
const IS_WHOLE = process.env.TORTURE_ROUNDS !== undefined
const dataDir = mkdtempSync(join(tmpdir(), 'verso-npm-'))

/** With npm test the pages are built already. */
beforeAll(async () => {
  const { ensureWebBuilt } = await import(new URL('../../../scripts/build-web.mjs', import.meta.url).href)
  const { withSetupLock } = await import(new URL('../../../scripts/set-up/setup-lock.mjs', import.meta.url).href)
  await withSetupLock(() => ensureWebBuilt(process.execPath))
}, LONG_MS)
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))

async function npmStart(): Promise<ChildProcess & { pid: number }> {
  const env = { ...process.env, NODE_ENV: undefined, DATA_DIR: dataDir, DEMO_CONTENT: '0', ...(await freePorts()) }
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('is ready')) resolve()
      })
    npm.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${said}`)))
  })
  return npm as ChildProcess & { pid: number }
}

/** npm, and what stands between it and the product's own process. */
function wrappersOf(npm: number): number[] {
  const between = descendantsOf(npm)
  const main = between.findIndex((pid) => commandOf(pid).includes('server/src/main.ts') && nameOf(pid) !== 'sh')
  expect(main).toBeGreaterThan(-1)
  return [npm, ...between.slice(0, main)]
}

describe.runIf(process.platform === 'linux')('what `npm start` started ends', () => {
  it.each(SIGNALS)(
    'when any one of its wrappers gets a %s',
    async (signal) => {
      const first = IS_WHOLE ? 0 : SIGNALS.indexOf(signal)
      for (let place = first, count = place + 1; place < count; place++) {
        const npm = await npmStart()
        const wrappers = wrappersOf(npm.pid)
        if (IS_WHOLE) count = wrappers.length
        const started = [npm.pid, ...descendantsOf(npm.pid)]
        expect(started.map(nameOf)).toEqual(expect.arrayContaining(['postgres', 'anvil']))
        const target = wrappers[place % wrappers.length] as number
        const where = `${signal} to ${commandOf(target)}`
        process.kill(target, signal)
        const deadline = performance.now() + ENDED_MS
        while (started.some(isAlive) && performance.now() < deadline) await sleep(50)
        const left = started.filter(isAlive)
        const names = left.map(nameOf)
        for (const pid of left) process.kill(pid, 'SIGKILL')
        expect(names, where).toEqual([])
      }
    },
    LONG_MS,
  )
})
