import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../../errors/startup-error.ts'
import type { Logger } from '../../logger.ts'
import { spawnGuarded } from '../guarded-process.ts'
import { keepRunning } from '../keep-running.ts'
import type { PrepareConfig } from './prepare-solana.ts'
import { readPort } from './read-port.ts'

export type EmbeddedSolana = {
  rpcUrl: string
  /** Funds, and at the first start the collection and the nonce accounts. */
  prepare(config: PrepareConfig): Promise<void>
  stop(): Promise<void>
}

/** As fast as blocks come on the other embedded chains. */
const SLOT_MS = 100
/** As EX_UNAVAILABLE (solana/node/serve.ts): no native part for this platform. */
const UNAVAILABLE = 69
class NotAvailableHere extends Error {}

/**
 * An embedded Solana in DATA_DIR, for a start without a node. What it has answered is in its journal, so that nothing has to be
 * sent again after a crash.
 * @returns undefined on a platform that it does not run on
 */
export async function startEmbeddedSolana(options: {
  /** Its own. */
  folder: string
  port: number
  log: Logger
}): Promise<EmbeddedSolana | undefined> {
  const { folder, port, log } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const supervised = await keepRunning(() => launch({ folder, port }), { name: 'SOL chain', log })
    const rpcUrl = `http://127.0.0.1:${port}`
    return { rpcUrl, prepare: (config) => prepare(rpcUrl, config, log), stop: () => supervised.stop() }
  } catch (error) {
    if (error instanceof NotAvailableHere) return undefined
    throw error
  }
}

async function launch({ folder, port }: { folder: string; port: number }) {
  const program = fileURLToPath(import.meta.resolve('@verso/solana/node/serve'))
  const flags = ['--folder', folder, '--port', String(port), '--slot-ms', String(SLOT_MS)]
  const child = spawnGuarded(process.execPath, [program, ...flags], { stopSignal: 'TERM', output: 'pipe' })
  if ((await readPort(child)) !== undefined) return child
  if ((await child.exited) === UNAVAILABLE) throw new NotAvailableHere()
  throw new StartupError(
    `The built-in Solana did not start. Is port ${port} in use, or its saved state ${join(folder, 'checkpoint')} damaged?`,
  )
}

/** The module is large, and needed only once the program runs: it is loaded while that starts. */
async function prepare(rpcUrl: string, config: PrepareConfig, log: Logger): Promise<void> {
  const { prepareSolana } = await import('./prepare-solana.ts')
  await prepareSolana(rpcUrl, config, log)
}
