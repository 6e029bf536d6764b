import type { LiveChain } from '@verso/protocol/chains'
import { encodeFunctionData, getAddress, type Hex, isAddress, parseAbi, slice, zeroAddress } from 'viem'
import type { Context } from '../../context.ts'
import { invalidField } from '../../http/app-error.ts'

const RECEIVER = parseAbi(['function onERC721Received(address, address, uint256, bytes) returns (bytes4)'])
const ACCEPTED = '0x150b7a02'

/** @throws AppError unless the text is an address that somebody can have; a typo is caught by its checksum (EIP-55) */
export function parseAddress(text: string): Hex {
  const address = text.trim()
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw invalidField('address', 'Invalid address')
  const isOneCase =
    address.slice(2) === address.slice(2).toLowerCase() || address.slice(2) === address.slice(2).toUpperCase()
  if (!isOneCase && !isAddress(address, { strict: true })) {
    throw invalidField('address', 'The checksum of this address is wrong: please check it for typing errors')
  }
  const checked = getAddress(address.toLowerCase())
  if (checked === zeroAddress) throw invalidField('address', 'Nobody has this address: the NFT would be lost')
  return checked
}

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
