import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPortFree } from '../src/embedded/free-port.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')
/** As in scripts/run.mjs. */
const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=40']
const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }
/** A first start with its demo content takes minutes where other work has the cores. */
const READY_MS = 900_000

/** The product as `npm start` runs it, on ports and in a data folder of its own. */
export type Product = {
  url: string
  adminUrl: string
  dataDir: string
  pid: number
  /** The settings it was started with. */
  settings: Record<string, string>
  log(): string
  /** The same as a file, over all its starts. */
  logFile: string
  /** Holds the process still where it is; its database answers on. */
  pause(): void
  resume(): void
  /** Ends the process as a power cut would. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Starts again on the same data. */
  restart(): Promise<void>
  remove(): Promise<void>
}

/** In a new folder, unless `env` has one. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'verso-product-')))
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...(await freePorts()), ...env }
  const logFile = `${dataDir}.log`
  let { child, log } = await launch({ ...process.env, ...NODE_ENVIRONMENT, ...settings }, logFile)
  return {
    url: `http://localhost:${settings.PORT}`,
    adminUrl: `http://localhost:${settings.ADMIN_PORT}`,
    dataDir,
    settings,
    get pid() {
      return child.pid as number
    },
    log: () => log(),
    logFile,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
    restart: async () => {
      ;({ child, log } = await launch({ ...process.env, ...NODE_ENVIRONMENT, ...settings }, logFile))
    },
    remove: async () => {
      await end(child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
      await rm(logFile, { force: true })
    },
  }
}

/** A start that is expected to be refused: its exit code and all that it said. */
export function startRefused(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const log = collect(child)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output: log() })))
}

export async function freePorts(): Promise<Record<'PORT' | 'ADMIN_PORT' | 'MEDIA_PORT' | 'PAY_PORT', string>> {
  const [port, adminPort, mediaPort, payPort] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  return { PORT: port, ADMIN_PORT: adminPort, MEDIA_PORT: mediaPort, PAY_PORT: payPort }
}

async function launch(env: NodeJS.ProcessEnv, logFile: string): Promise<{ child: ChildProcess; log(): string }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const log = collect(child, (text) => appendFileSync(logFile, text))
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      child.kill('SIGTERM')
      reject(new Error(`the product was not ready in time:\n${log()}`))
    }
    const timer = setTimeout(giveUp, READY_MS)
    child.stdout.on('data', () => {
      if (!log().includes('is ready')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('close', (code) => reject(new Error(`the product ended with ${code}:\n${log()}`)))
  })
  return { child, log }
}

function collect(child: ChildProcess, keep?: (text: string) => void): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      keep?.(chunk.toString())
    })
  }
  return () => output
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** Below where Linux takes the port of an outgoing connection from (32768): none of those may have it before the product. */
const FIRST_PORT = 10_000
const PORTS_A_PROCESS = 100
/** Test processes that live at the same time have ids near each other, so that no two share a block. */
const BLOCKS = 220
let portsGiven = 0

/** A port that no process listens on, and that no other test process is given. */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = FIRST_PORT + (process.pid % BLOCKS) * PORTS_A_PROCESS + (portsGiven++ % PORTS_A_PROCESS)
    if (await isPortFree(port)) return String(port)
  }
}
