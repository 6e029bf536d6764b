import type { EvmChain } from '@verso/protocol/chains'
import { privateKeyToAccount } from 'viem/accounts'
import { createChainClient } from '../../gateways/chain/chain-client.ts'
import { deployCollection } from '../../custody/evm/deploy-collection.ts'
import { assertSameChain, findChain, registerChain } from '../../custody/evm/register-chain.ts'
import { platformKey } from '../../custody/platform-key.ts'
import type { Config } from '../../config/config.ts'
import { type Db, openDatabase } from '../../db/client.ts'
import type { Logger } from '../../logger.ts'
import type { Anvil } from './anvil.ts'
import { resendLostTransactions } from './resend-lost-transactions.ts'

type Keys = Pick<Config, 'ownerKey' | 'minterKey' | 'settlerKey'>
export type PrepareConfig = Keys & Pick<Config, 'database'>
export type PrepareOptions = { chain: EvmChain; config: PrepareConfig; log: Logger }

/** Contract, roles and funds at the first start; after a crash, what the last checkpoint lacks. */
export async function prepareChain(anvil: Anvil, { chain, config, log }: PrepareOptions): Promise<void> {
  const db = openDatabase(config.database.ownerUrl, log, { maxConnections: 1 })
  try {
    await prepareIn(db, anvil, { chain, keys: config, log })
  } finally {
    await db.destroy()
  }
}

async function prepareIn(db: Db, anvil: Anvil, options: { chain: EvmChain; keys: Keys; log: Logger }): Promise<void> {
  const { chain, keys, log } = options
  const client = createChainClient(anvil.rpcUrl)
  const genesis = await client.getBlock({ blockNumber: 0n })
  const identity = { chainId: anvil.chainId, genesisHash: genesis.hash }
  const recorded = await findChain(db, chain)
  if (recorded) assertSameChain(recorded, identity)
  await fundSigners(anvil, keys)
  const { contract, deployBlock } = await deployCollection(client, {
    chainId: anvil.chainId,
    ownerKey: keys.ownerKey,
    minter: accountsOf(keys).minter.address,
    settler: accountsOf(keys).settler.address,
  })
  if (recorded) return resendLostTransactions(db, anvil, { chain, log })
  // The checkpoint comes first: the genesis that is recorded must be the one that is found again after a crash.
  await anvil.checkpoint()
  await registerChain(db, { chain, ...identity, contract, deployBlock })
}

const accountsOf = ({ minterKey, settlerKey }: Keys) => ({
  minter: privateKeyToAccount(platformKey(minterKey, 'MINTER_KEY')),
  settler: privateKeyToAccount(platformKey(settlerKey, 'SETTLER_KEY')),
})

const FUNDS_WEI = `0x${(10n ** 24n).toString(16)}`

/** Play money; set at each start, as a balance set this way is in no transaction that could be sent again. */
export async function fundSigners(anvil: Pick<Anvil, 'request'>, keys: Keys): Promise<void> {
  const accounts = [privateKeyToAccount(keys.ownerKey), ...Object.values(accountsOf(keys))]
  await Promise.all(accounts.map(({ address }) => anvil.request('anvil_setBalance', [address, FUNDS_WEI])))
}
