import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import type { LiveChain } from '@verso/protocol/chains'
import { privateKeyToAccount } from 'viem/accounts'
import { createChainClient } from '../../gateways/chain/chain-client.ts'
import { deployCollection } from '../../custody/evm/deploy-collection.ts'
import { assertSameChain, registerChain } from '../../custody/evm/register-chain.ts'
import type { Config } from '../../config/config.ts'
import { type Db, openDatabase } from '../../db/client.ts'
import type { Logger } from '../../logger.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { keepRunning } from '../keep-running.ts'
import { resendLostTransactions } from './resend-lost-transactions.ts'

type PrepareConfig = Pick<Config, 'database' | 'ownerKey' | 'minterKey' | 'settlerKey'>
export type EmbeddedChain = {
  chain: LiveChain
  rpcUrl: string
  /** Contract, roles and funds at the first start; after a crash, what the last checkpoint lacks. */
  prepare(config: PrepareConfig): Promise<void>
  stop(): Promise<void>
}

type Keys = Pick<Config, 'ownerKey' | 'minterKey' | 'settlerKey'>

/** An embedded chain in DATA_DIR, for a start without a node. */
export async function startEmbeddedChain(options: {
  chain: LiveChain
  chainId: number
  dataDir: string
  port?: number
  log: Logger
  mineIntervalMs?: number
}): Promise<EmbeddedChain> {
  const { chain, chainId, dataDir, log, mineIntervalMs } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const statePath = join(dataDir, `${chain.toLowerCase()}.json`)
  const launch = (port: number | undefined) => startAnvil({ chainId, log, port, statePath, mineIntervalMs })
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

type PrepareOptions = { chain: LiveChain; config: PrepareConfig; log: Logger }

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

async function prepare(anvil: Anvil, { chain, config, log }: PrepareOptions): Promise<void> {
  const db = openDatabase(config.database.ownerUrl, log, { maxConnections: 1 })
  try {
    await prepareChain(db, anvil, { chain, keys: config, log })
  } finally {
    await db.destroy()
  }
}

async function prepareChain(
  db: Db,
  anvil: Anvil,
  options: { chain: LiveChain; keys: Keys; log: Logger },
): Promise<void> {
  const { chain, keys, log } = options
  const client = createChainClient(anvil.rpcUrl)
  const genesis = await client.getBlock({ blockNumber: 0n })
  const identity = { chainId: anvil.chainId, genesisHash: genesis.hash }
  const recorded = await db.selectFrom('chains').selectAll().where('chain', '=', chain).executeTakeFirst()
  if (recorded) assertSameChain(recorded, identity)
  await fundSigners(anvil, keys)
  const { contract, deployBlock } = await deployCollection(client, {
    chainId: anvil.chainId,
    ownerKey: keys.ownerKey,
    minter: privateKeyToAccount(keys.minterKey).address,
    settler: privateKeyToAccount(keys.settlerKey).address,
  })
  if (recorded) return resendLostTransactions(db, anvil, { chain, log })
  // The checkpoint comes first: the genesis that is recorded must be the one that is found again after a crash.
  await anvil.checkpoint()
  await registerChain(db, { chain, ...identity, contract, deployBlock })
}

const FUNDS_WEI = `0x${(10n ** 24n).toString(16)}`

/** Play money; set at each start, as a balance set this way is in no transaction that could be sent again. */
export async function fundSigners(anvil: Pick<Anvil, 'request'>, keys: Keys): Promise<void> {
  for (const key of [keys.ownerKey, keys.minterKey, keys.settlerKey]) {
    await anvil.request('anvil_setBalance', [privateKeyToAccount(key).address, FUNDS_WEI])
  }
}
