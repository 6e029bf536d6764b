import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Logger } from '../../logger.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { type GuardedProcess, spawnGuarded } from '../guarded-process.ts'
import { keepOneGenesis } from './keep-one-genesis.ts'
import { startMiner } from './miner.ts'
import { readPort } from './read-port.ts'
import { repeat } from './repeat.ts'
import { writeFileAtomically } from '../write-file-atomically.ts'

export type AnvilOptions = {
  chainId: number
  log: Logger
  port?: number
  /** The checkpoint: loaded at the start when it exists, written while the chain changes. Unset: no state is kept. */
  statePath?: string
  /** How often waiting transactions are put into a block. */
  mineIntervalMs?: number
  checkpointIntervalMs?: number
  /** Is told of each block that is mined here. */
  onMined?: () => void
}

export type Anvil = {
  chainId: number
  rpcUrl: string
  port: number
  pid: number
  exited: Promise<unknown>
  /** One plain JSON-RPC call. */
  request<T>(method: string, params?: unknown[]): Promise<T>
  /** Mines one block now, with or without transactions. */
  mineNow(): Promise<void>
  /** Writes the state to `statePath`; when it returns, all up to this moment survives a crash. */
  checkpoint(): Promise<void>
  /** Writes a last checkpoint and ends the process. */
  stop(): Promise<void>
}

const MINE_INTERVAL_MS = 100
const CHECKPOINT_INTERVAL_MS = 5_000
const ANSWER_TIMEOUT_MS = 60_000

/**
 * Starts a local chain that ends with this process. Blocks are made by a loop of ours and the state is saved by us:
 * anvil's own automatic mining loses transactions under load, and its own state file does not survive a kill -9.
 * @throws StartupError
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const { process, port } = await launch(options)
  const rpcUrl = `http://127.0.0.1:${port}`
  const request = <T>(method: string, params: unknown[] = []) => callRpc<T>(rpcUrl, method, params)
  await request('anvil_setLoggingEnabled', [false])

  const saver = createSaver(options.statePath, request)
  const mineNow = async () => {
    await request('evm_mine')
    saver.hasChanged = true
    options.onMined?.()
  }
  const saveChanges = async () => {
    if (saver.hasChanged) await saver.save()
  }
  const isRunning = process.isRunning
  const intervalMs = options.mineIntervalMs ?? MINE_INTERVAL_MS
  const miner = startMiner({ rpcUrl, request, mineNow, intervalMs, isRunning, log: options.log })
  const checkpointMs = options.checkpointIntervalMs ?? CHECKPOINT_INTERVAL_MS
  const saving = repeat(async () => (await saveChanges(), checkpointMs), {
    firstMs: checkpointMs,
    isRunning,
    log: options.log,
  })

  const stop = async () => {
    await Promise.all([miner.stop(), saving.stop()])
    if (isRunning())
      await saver
        .save()
        .catch((error: Error) => options.log.warn({ error: error.message }, 'the last checkpoint failed'))
    await process.stop()
  }
  const { pid, exited } = process
  return { chainId: options.chainId, rpcUrl, port, pid, exited, request, mineNow, checkpoint: saver.save, stop }
}

async function launch(options: AnvilOptions): Promise<{ process: GuardedProcess; port: number }> {
  const flags = ['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--chain-id', String(options.chainId)]
  // No funded accounts of a publicly known phrase, and no web page may call it.
  flags.push('--accounts', '0', '--no-cors', '--no-request-size-limit')
  // Without --prune-history it fills the home folder with old states.
  flags.push('--no-mining', '--prune-history', '--gas-limit', '1000000000')
  if (options.statePath && existsSync(options.statePath)) {
    keepOneGenesis(options.statePath)
    flags.push('--load-state', options.statePath)
  }
  const process = spawnGuarded(findAnvilBinary(), flags, { stopSignal: 'KILL', output: 'pipe' })
  const port = await readPort(process)
  if (port !== undefined) return { process, port }
  await process.stop()
  const cause = options.port
    ? `Is port ${options.port} in use?`
    : `Is its saved state ${options.statePath ?? ''} damaged?`
  throw new StartupError(`The built-in chain ${options.chainId} did not start. ${cause}`)
}

/** The package's own launcher needs an install script and a shell around it: we run the program of the platform. */
function findAnvilBinary(): string {
  const platform = process.platform
  const name = `@foundry-rs/anvil-${platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    const fromAnvil = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
    return fromAnvil.resolve(`${name}/bin/anvil${platform === 'win32' ? '.exe' : ''}`)
  } catch {
    throw new StartupError(
      `The built-in chain (${name}) is not installed. Run npm install, or set POLYGON_RPC_URL and ETH_RPC_URL.`,
    )
  }
}

async function callRpc<T>(rpcUrl: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  })
  const answer = (await response.json()) as { result?: T; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result as T
}

const unzip = promisify(gunzip)

function createSaver(statePath: string | undefined, request: Anvil['request']) {
  let last = Promise.resolve()
  const write = async () => {
    if (!statePath) return
    saver.hasChanged = false
    const dump = await request<string>('anvil_dumpState')
    writeFileAtomically(statePath, await unzip(Buffer.from(dump.slice(2), 'hex')))
  }
  const saver = {
    hasChanged: false,
    /** One after the other; a failed one leaves the change marked, so that the next tick tries again. */
    save: (): Promise<void> => {
      last = last
        .catch(() => {})
        .then(write)
        .catch((error: unknown) => {
          saver.hasChanged = true
          throw error
        })
      return last
    },
  }
  return saver
}
