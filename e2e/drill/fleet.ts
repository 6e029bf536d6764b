import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Process, Settings } from './layout.ts'

/** As the units of systemd start them. */
const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=40']
const READY_MS = 60_000
const READY = /is ready/

export type Fleet = {
  /** Sets the code that is started from now on: a dist, or the sources of a version before. */
  use(folder: string): void
  start(process: Process): Promise<void>
  /** SIGTERM, and all that belongs to an orderly end. */
  stop(name: string): Promise<void>
  /** As a machine that is gone. */
  killAll(): Promise<void>
  pids(): { name: string; pid: number }[]
  run(script: string, args: string[], settings: Settings): Promise<string>
}

/** Processes and commands, each with its settings and nothing else of our environment. */
export function openFleet(dist: string, logFile: string): Fleet {
  const running = new Map<string, ChildProcess>()
  let folder = dist
  const pathOf = (script: string) => {
    const path = join(folder, 'server/src', script)
    return existsSync(`${path}.js`) ? `${path}.js` : `${path}.ts`
  }
  const launch = (args: string[], settings: Settings) =>
    spawn(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const end = async (name: string, signal: NodeJS.Signals) => {
    const child = running.get(name)
    running.delete(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  return {
    use: (other) => {
      folder = other
    },
    start: async ({ name, settings }) => {
      const child = launch([...NODE_FLAGS, pathOf('main')], settings)
      running.set(name, child)
      await untilReady(child, name, logFile)
    },
    stop: (name) => end(name, 'SIGTERM'),
    killAll: async () => void (await Promise.all([...running.keys()].map((name) => end(name, 'SIGKILL')))),
    pids: () => [...running].map(([name, { pid = 0 }]) => ({ name, pid })),
    run: (script, args, settings) => {
      const child = launch([pathOf(`commands/${script}`), ...args], settings)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
      return new Promise((resolve, reject) =>
        child.once('close', (code) =>
          code === 0 ? resolve(output) : reject(new Error(`${script} ended with ${code}:\n${output}`)),
        ),
      )
    },
  }
}

function untilReady(child: ChildProcess, name: string, logFile: string): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${name} ${why}:\n${said.slice(-4_000)}`))
    const timer = setTimeout(() => fail('was not ready in time'), READY_MS)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        appendFileSync(logFile, String(chunk))
        if (said === READY.source) return
        said += String(chunk)
        if (!READY.test(said)) return
        said = READY.source
        clearTimeout(timer)
        resolve()
      })
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
  })
}
