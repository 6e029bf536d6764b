import { parseArgs } from 'node:util'
import { ALL_CHAINS, type Chain, type EvmChain, isChain } from '@verso/protocol/chains'
import { getAddress, getContractAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createChainClient } from '../gateways/chain/chain-client.ts'
import { deployCollection } from '../custody/evm/deploy-collection.ts'
import { findDeployBlock } from '../custody/evm/find-deploy-block.ts'
import { registerChain } from '../custody/evm/register-chain.ts'
import { readSettings } from '../config/read-settings.ts'
import type { Settings } from '../config/settings.ts'
import { type Db, openDatabase } from '../db/client.ts'
import { findConnectionProblem } from '../db/check-connection.ts'
import { isEmptyDatabase } from '../db/migrate.ts'
import { assertSchemaFits } from '../db/schema-version.ts'
import { deployToSolana } from './chain-deploy-solana.ts'
import { describeFailure } from './describe-failure.ts'
import { createLogger } from '../logger.ts'
import { StartupError } from '../errors/startup-error.ts'

/** `npm run chain:deploy -- --chain POLYGON`: puts the collection on a real chain, and goes on where it stopped before. */
async function deploy(): Promise<void> {
  const chain = readChain()
  const settings = readSettings(undefined, { purpose: 'chain' })
  if (chain === 'SOL') return deployToSolana(settings, say)
  const { rpcUrl, keys } = needed(settings, chain)
  const client = createChainClient(rpcUrl)
  const [chainId, genesis] = await Promise.all([client.getChainId(), client.getBlock({ blockNumber: 0n })])
  await assertNotRecorded(
    settings,
    chain,
    getContractAddress({ from: privateKeyToAccount(keys.owner).address, nonce: 0n }),
  )
  say(`Deploying on ${chain} (chain id ${chainId}) …`)
  const found = await deployCollection(client, {
    chainId,
    ownerKey: keys.owner,
    minter: privateKeyToAccount(keys.minter).address,
    settler: privateKeyToAccount(keys.settler).address,
  })
  const deployBlock = found.deployBlock || (await findDeployBlock(client, found.contract))
  await record(settings, { chain, chainId, genesisHash: genesis.hash, contract: found.contract, deployBlock })
  say(`The collection is at ${found.contract}, since block ${deployBlock}. Set:\n  ${chain}_CONTRACT=${found.contract}`)
}

function readChain(): Chain {
  const { values } = parseArgs({ options: { chain: { type: 'string' } } })
  if (values.chain && isChain(values.chain)) return values.chain
  throw new StartupError(`Which chain? Add -- --chain ${ALL_CHAINS.join(' or -- --chain ')}.`)
}

function needed(settings: Settings, chain: EvmChain) {
  const rpcUrl = settings[`${chain}_RPC_URL`]
  const { OWNER_KEY: owner, MINTER_KEY: minter, SETTLER_KEY: settler } = settings
  if (!rpcUrl) {
    throw new StartupError(
      `${chain}_RPC_URL is missing. (The built-in chain gets its contract by itself at the start.)`,
    )
  }
  if (!owner || !minter || !settler) throw new StartupError('OWNER_KEY, MINTER_KEY and SETTLER_KEY are needed.')
  return { rpcUrl, keys: { owner, minter, settler } as Record<'owner' | 'minter' | 'settler', `0x${string}`> }
}

/** A database belongs to one contract for ever, so a second deployment would be a waste. */
const assertNotRecorded = (settings: Settings, chain: EvmChain, contract: string): Promise<void> =>
  withDatabase(settings, async (db) => {
    const recorded = await db
      .selectFrom('chains')
      .select('contract_address')
      .where('chain', '=', chain)
      .executeTakeFirst()
    if (!recorded || getAddress(recorded.contract_address) === contract) return
    throw new StartupError(
      `This database belongs to the contract ${recorded.contract_address} on ${chain}. Deploy with its OWNER_KEY, or for an empty database.`,
    )
  })

/** With a database that has its tables the place is recorded, so that the first start need not search for it. */
const record = (settings: Settings, chain: Parameters<typeof registerChain>[1]): Promise<void> =>
  withDatabase(settings, async (db) => void (await registerChain(db, chain)))

async function withDatabase(settings: Settings, work: (db: Db) => Promise<void>): Promise<void> {
  const url = settings.MIGRATION_DATABASE_URL ?? settings.DATABASE_URL
  if (!url) return
  const problem = await findConnectionProblem(
    settings.MIGRATION_DATABASE_URL ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL',
    url,
  )
  if (problem) throw new StartupError(problem)
  // The first start makes the tables, and finds the contract by POLYGON_CONTRACT or ETH_CONTRACT.
  if (await isEmptyDatabase(url)) return
  const db = openDatabase(url, createLogger(settings.LOG_LEVEL ?? 'warn'), { maxConnections: 1 })
  try {
    await assertSchemaFits(db)
    await work(db)
  } finally {
    await db.destroy()
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

deploy().catch((error: unknown) => {
  process.stderr.write(`\n${describeFailure(error)}\n`)
  process.exitCode = 1
})
