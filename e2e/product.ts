import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../server/src/main.ts')
const READY_MS = 150_000

/** The product as `npm start` runs it, on ports and in a data folder of its own. */
export type Product = {
  url: string
  adminUrl: string
  pid: number
  log(): string
  /** Ends the process as a power cut would. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Starts again on the same data. */
  restart(): Promise<void>
  remove(): Promise<void>
}

export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'verso-e2e-'))
  const [port, adminPort, mediaPort, payPort] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const ports = { PORT: port, ADMIN_PORT: adminPort, MEDIA_PORT: mediaPort, PAY_PORT: payPort }
  const settings = {
    ...process.env,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)])),
    ...env,
  }
  let { child, log } = await launch(settings)
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  return {
    url: `http://localhost:${port}`,
    adminUrl: `http://localhost:${adminPort}`,
    get pid() {
      return child.pid as number
    },
    log: () => log(),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    restart: async () => {
      ;({ child, log } = await launch(settings))
    },
    remove: async () => {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; log(): string }> {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the product was not ready in time:\n${output}`)), READY_MS)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes('is ready')) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${output}`)))
  })
  return { child, log: () => output }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
