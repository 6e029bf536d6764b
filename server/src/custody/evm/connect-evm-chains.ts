import { EVM_CHAINS, type EvmChain } from '@verso/protocol/chains'
import { getAddress, type PublicClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EvmConnection } from '../../gateways/chain/chain-access.ts'
import { createChainClient, createOutsideClient } from '../../gateways/chain/chain-client.ts'
import type { Context } from '../../context.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { withinTime } from '../../errors/within-time.ts'
import { platformKey } from '../platform-key.ts'
import { findDeployBlock } from './find-deploy-block.ts'
import { assertSameChain, type ChainRow, findChain, registerChain } from './register-chain.ts'

/** Blocks after which a block is final where the node knows no `finalized` (docs/rules.md R94). */
export const CONFIRMATIONS: Record<EvmChain, number> = { POLYGON: 64, ETH: 12 }

const START_ANSWER_MAX_MS = 8_000

type Base = Pick<Context, 'config' | 'db' | 'log'>

/** @throws StartupError for another chain than the recorded one, or a missing contract */
export async function connectEvmChains(base: Base): Promise<Record<EvmChain, EvmConnection>> {
  const [polygon, eth] = await Promise.all(EVM_CHAINS.map((chain) => connectChain(base, chain)))
  return { POLYGON: polygon as EvmConnection, ETH: eth as EvmConnection }
}

async function connectChain(base: Base, chain: EvmChain): Promise<EvmConnection> {
  const { config } = base
  const { rpcUrl, isEmbedded } = config.chains[chain]
  const client = createChainClient(rpcUrl)
  const row = await readChain(base, chain, client)
  const [minter, settler] = [config.minterKey, config.settlerKey].map((key) => key && privateKeyToAccount(key))
  return {
    chain,
    chainId: row.chain_id,
    contract: getAddress(row.contract_address),
    client,
    outside: createOutsideClient(rpcUrl),
    get minter() {
      return platformKey(minter, 'MINTER_KEY')
    },
    get settler() {
      return platformKey(settler, 'SETTLER_KEY')
    },
    confirmations: CONFIRMATIONS[chain],
    isEmbedded,
    rpcUrl,
  }
}

/** The recorded chain, compared with the node's; at the first start with POLYGON_CONTRACT it is recorded. */
async function readChain({ config, db, log }: Base, chain: EvmChain, client: PublicClient): Promise<ChainRow> {
  const recorded = await findChain(db, chain)
  const { contract } = config.chains[chain]
  if (recorded && contract && getAddress(contract) !== getAddress(recorded.contract_address)) {
    throw new StartupError(
      `${chain}_CONTRACT=${contract} is not the contract of this database (${recorded.contract_address}).`,
    )
  }
  const node = await askNode(client)
  if (recorded) {
    if (node) assertSameChain(recorded, node)
    else log.warn({ chain }, 'the node did not answer; the chain recorded in the database is used')
    return recorded
  }
  if (!node) throw new StartupError(`The ${chain} node does not answer: check ${chain}_RPC_URL.`)
  if (!contract) {
    throw new StartupError(
      `${chain}_CONTRACT is missing: run \`npm run chain:deploy -- --chain ${chain}\` and set the address it prints.`,
    )
  }
  const deployBlock = await findDeployBlock(client, getAddress(contract))
  return registerChain(db, { chain, ...node, contract: getAddress(contract), deployBlock })
}

/** A node that hangs delays a start by a few seconds only. */
async function askNode(client: PublicClient): Promise<{ chainId: number; genesisHash: string } | undefined> {
  try {
    const answers = Promise.all([client.getChainId(), client.getBlock({ blockNumber: 0n })])
    const [chainId, genesis] = await withinTime(answers, START_ANSWER_MAX_MS)
    return { chainId, genesisHash: genesis.hash }
  } catch {
    return undefined
  }
}
