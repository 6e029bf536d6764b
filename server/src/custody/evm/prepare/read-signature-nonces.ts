import { collectionAbi } from '@verso/contracts/collection'
import type { Hex } from 'viem'
import type { ChainConnection } from '../../../gateways/chain/chain-access.ts'

/** Who owns a token at this moment (the zero address: the token does not exist), and what a signature must carry. */
export async function readSignatureNonces(
  { client, contract }: ChainConnection,
  tokenId: bigint,
): Promise<{ owner: Hex; version: bigint; epoch: bigint }> {
  const [owner, version, epoch] = await client.readContract({
    address: contract,
    abi: collectionAbi,
    functionName: 'signatureNonces',
    args: [tokenId],
  })
  return { owner, version, epoch }
}
