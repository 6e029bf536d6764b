import type { LiveChain } from '@verso/protocol/chains'
import { encodeFunctionData, type Hex, parseAbi, slice } from 'viem'
import type { Context } from '../../context.ts'
import { invalidField } from '../../http/app-error.ts'

const RECEIVER = parseAbi(['function onERC721Received(address, address, uint256, bytes) returns (bytes4)'])
const ACCEPTED = '0x150b7a02'

/**
 * A contract has to agree to take an NFT; one that does not would keep it for ever. The contract of the collection asks it
 * too, so when the node is silent here nothing is risked.
 * @throws AppError
 */
export async function assertCanReceive(
  ctx: Context,
  { chain, owner, tokenId, to }: { chain: LiveChain; owner: Hex; tokenId: bigint; to: Hex },
): Promise<void> {
  const { client, contract } = ctx.chains[chain]
  const code = await client.getCode({ address: to }).catch(() => undefined)
  // An account with delegated code (EIP-7702) is asked like any contract.
  if (!code || code === '0x') return
  const data = encodeFunctionData({ abi: RECEIVER, args: [contract, owner, tokenId, '0x'] })
  const answer = await client.call({ account: contract, to, data }).catch(() => undefined)
  const isAccepted = answer?.data !== undefined && answer.data.length >= 10 && slice(answer.data, 0, 4) === ACCEPTED
  if (!isAccepted) throw invalidField('address', 'This contract does not accept NFTs')
}
