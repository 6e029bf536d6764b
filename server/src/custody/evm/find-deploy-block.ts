import { collectionAbi } from '@verso/contracts/collection'
import { getAbiItem, type PublicClient } from 'viem'
import { StartupError } from '../../errors/startup-error.ts'

const FIRST_EVENT = getAbiItem({ abi: collectionAbi, name: 'OwnershipTransferred' })

/**
 * The block in which a collection appeared: that of its constructor's event, else by bisection over its code. Nodes that
 * limit long ranges often keep old states, and the other way round.
 * @throws StartupError when there is no contract, or the node can say neither
 */
export async function findDeployBlock(client: PublicClient, contract: `0x${string}`): Promise<number> {
  const code = await client.getCode({ address: contract })
  if (!code || code === '0x') throw new StartupError(`There is no contract at ${contract}.`)
  const block = (await findByEvent(client, contract)) ?? (await findByCode(client, contract))
  if (block !== undefined) return block
  throw new StartupError(
    `The node could not say in which block ${contract} was deployed. ` +
      'Start once with an archive node, or deploy with `npm run chain:deploy`, which records it.',
  )
}

async function findByEvent(client: PublicClient, address: `0x${string}`): Promise<number | undefined> {
  try {
    const logs = await client.getLogs({ address, event: FIRST_EVENT, fromBlock: 0n, toBlock: 'latest' })
    return logs[0] && Number(logs[0].blockNumber)
  } catch {
    return undefined
  }
}

async function findByCode(client: PublicClient, address: `0x${string}`): Promise<number | undefined> {
  try {
    let [first, last] = [0n, await client.getBlockNumber()]
    while (first < last) {
      const middle = (first + last) / 2n
      const code = await client.getCode({ address, blockNumber: middle })
      if (code && code !== '0x') last = middle
      else first = middle + 1n
    }
    return Number(first)
  } catch {
    return undefined
  }
}
