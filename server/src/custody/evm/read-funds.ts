import { formatEther } from 'viem'
import type { EvmConnection } from '../../gateways/chain/chain-access.ts'
import type { Funds } from '../chain-adapter.ts'

/** Below the cost of so many transactions nothing new is begun, so that what is begun can still be carried out. */
const RESERVE_TRANSACTIONS = 100n
const GAS_PER_TRANSACTION = 150_000n

export async function readFunds({ client, minter, settler }: EvmConnection): Promise<Funds> {
  const [minterWei, settlerWei, fees] = await Promise.all([
    client.getBalance({ address: minter.address }),
    client.getBalance({ address: settler.address }),
    client.estimateFeesPerGas(),
  ])
  const needed = RESERVE_TRANSACTIONS * GAS_PER_TRANSACTION * fees.maxFeePerGas
  return {
    minter: formatEther(minterWei),
    settler: formatEther(settlerWei),
    needed: { minter: formatEther(needed), settler: formatEther(needed) },
    isLow: minterWei < needed || settlerWei < needed,
  }
}
