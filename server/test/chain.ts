import { EVM_CHAINS, type EvmChain } from '@verso/protocol/chains'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createChainClient } from '../src/gateways/chain/chain-client.ts'
import { deployCollection } from '../src/custody/evm/deploy-collection.ts'
import { registerChain } from '../src/custody/evm/register-chain.ts'
import { openDatabase } from '../src/db/client.ts'
import { fundSigners } from '../src/embedded/chain/prepare-chain.ts'
import { createLogger } from '../src/logger.ts'

export type TestKeys = ReturnType<typeof createTestKeys>

/** A test file's own signers: its nonces are its own, and its contracts follow from its owner. */
export const createTestKeys = () => ({
  ownerKey: generatePrivateKey(),
  minterKey: generatePrivateKey(),
  settlerKey: generatePrivateKey(),
})

/** One plain call to a node. */
export async function callNode<T>(rpcUrl: string, method: string, params: unknown[] = []): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result?: T; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result as T
}

/** Gives the test file its own contract on each of the run's chains, and records both in its database. */
export async function prepareTestChains(
  ownerUrl: string,
  rpcUrls: Record<EvmChain, string>,
  keys: TestKeys,
): Promise<void> {
  const db = openDatabase(ownerUrl, createLogger('error'), { maxConnections: 1 })
  try {
    await Promise.all(EVM_CHAINS.map((chain) => prepareTestChain(db, chain, rpcUrls[chain], keys)))
  } finally {
    await db.destroy()
  }
}

async function prepareTestChain(
  db: ReturnType<typeof openDatabase>,
  chain: EvmChain,
  rpcUrl: string,
  keys: TestKeys,
): Promise<void> {
  await fundSigners({ request: (method, params) => callNode(rpcUrl, method, params) }, keys)
  const client = createChainClient(rpcUrl)
  const [chainId, genesis] = await Promise.all([client.getChainId(), client.getBlock({ blockNumber: 0n })])
  const { contract, deployBlock } = await deployCollection(client, {
    chainId,
    ownerKey: keys.ownerKey,
    minter: privateKeyToAccount(keys.minterKey).address,
    settler: privateKeyToAccount(keys.settlerKey).address,
  })
  await registerChain(db, { chain, chainId, genesisHash: genesis.hash, contract, deployBlock })
}
