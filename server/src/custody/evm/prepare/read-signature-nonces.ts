import { collectionAbi } from '@verso/contracts/collection'
import { type Hex, zeroAddress } from 'viem'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'

/** The owner of a token at this moment, when it exists, and the numbers that a signature must carry. */
export async function readSignatureNonces(
  { client, contract }: Pick<EvmConnection, 'client' | 'contract'>,
  tokenId: string,
): Promise<{ owner: Hex | undefined; version: bigint; epoch: bigint }> {
  const [owner, version, epoch] = await client.readContract({
    address: contract,
    abi: collectionAbi,
    functionName: 'signatureNonces',
    args: [BigInt(tokenId)],
  })
  return { owner: owner === zeroAddress ? undefined : owner, version, epoch }
}
