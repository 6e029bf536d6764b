import type { PublicClient } from 'viem'
import { StartupError } from '../startup-error.ts'

/**
 * The block in which a contract appeared, by bisection over its code.
 * @throws StartupError when there is no contract, or the node keeps no old states
 */
export async function findDeployBlock(client: PublicClient, contract: `0x${string}`): Promise<number> {
  const hasCode = async (blockNumber: bigint) =>
    ((await client.getCode({ address: contract, blockNumber })) ?? '0x') !== '0x'
  try {
    let last = await client.getBlockNumber()
    if (!(await hasCode(last))) throw new StartupError(`There is no contract at ${contract}.`)
    let first = 0n
    while (first < last) {
      const middle = (first + last) / 2n
      if (await hasCode(middle)) last = middle
      else first = middle + 1n
    }
    return Number(first)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `The node could not say in which block ${contract} was deployed (it needs old states). ` +
        'Start once with an archive node, or deploy with `npm run chain:deploy`, which records it.',
    )
  }
}
