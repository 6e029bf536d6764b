import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import type { EvmChain } from '@verso/protocol/chains'
import type { Logger } from '../../logger.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { keepRunning } from '../keep-running.ts'
import type { PrepareConfig, PrepareOptions } from './prepare-chain.ts'

export type EmbeddedChain = {
  chain: EvmChain
  rpcUrl: string
  /** Contract, roles and funds at the first start; after a crash, what the last checkpoint lacks. */
  prepare(config: PrepareConfig): Promise<void>
  stop(): Promise<void>
}

/** An embedded chain in DATA_DIR, for a start without a node. */
export async function startEmbeddedChain(options: {
  chain: EvmChain
  chainId: number
  dataDir: string
  port?: number
  log: Logger
  mineIntervalMs?: number
  onMined?: () => void
}): Promise<EmbeddedChain> {
  const { chain, chainId, dataDir, log, mineIntervalMs, onMined } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const statePath = join(dataDir, `${chain.toLowerCase()}.json`)
  const launch = (port: number | undefined) => startAnvil({ chainId, log, port, statePath, mineIntervalMs, onMined })
  let { port } = options
  let prepared: PrepareConfig | undefined
  const supervised = await keepRunning(
    async () => {
      if (prepared) await repair(() => launch(undefined), { chain, config: prepared, log })
      const anvil = await launch(port)
      port = anvil.port
      return anvil
    },
    { name: `${chain} chain`, log },
  )
  return {
    chain,
    rpcUrl: supervised.current().rpcUrl,
    prepare: async (config) => {
      await prepare(supervised.current(), { chain, config, log })
      prepared = config
    },
    stop: () => supervised.stop(),
  }
}

/**
 * After a crash of the chain, on a port that nothing reads: a reader of its own port sees it whole, or not at all. Half
 * of it would be taken for a reorganisation.
 */
async function repair(launch: () => Promise<Anvil>, options: PrepareOptions): Promise<void> {
  const anvil = await launch()
  try {
    await prepare(anvil, options)
    await anvil.checkpoint()
  } finally {
    await anvil.stop()
  }
}

/** The module is large, and needed only once the program runs: it is loaded while that starts. */
async function prepare(anvil: Anvil, options: PrepareOptions): Promise<void> {
  const { prepareChain } = await import('./prepare-chain.ts')
  await prepareChain(anvil, options)
}
