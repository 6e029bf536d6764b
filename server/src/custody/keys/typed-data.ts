import type { Hex } from 'viem'
import type { SignedChain } from './custodian.ts'

/** The types that a seller or an owner signs, as the contract hashes them (EIP-712). */
const TYPES = {
  Listing: [
    { name: 'seller', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'buyer', type: 'address' },
    { name: 'priceUsdCents', type: 'uint256' },
    { name: 'expiry', type: 'uint256' },
    { name: 'version', type: 'uint256' },
    { name: 'epoch', type: 'uint256' },
  ],
  Withdrawal: [
    { name: 'owner', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'to', type: 'address' },
    { name: 'expiry', type: 'uint256' },
    { name: 'version', type: 'uint256' },
    { name: 'epoch', type: 'uint256' },
  ],
} as const

const domainOf = ({ chainId, contract }: SignedChain) => ({
  name: 'Verso',
  version: '1',
  chainId,
  verifyingContract: contract,
})

/** The parts of a message that only the chain knows: a signature holds until the token moves or all is cancelled. */
export type SignatureNonces = { version: bigint; epoch: bigint }

export const listingData = (
  connection: SignedChain,
  message: SignatureNonces & { seller: Hex; tokenId: bigint; buyer: Hex; priceUsdCents: bigint; expiry: bigint },
) => ({ domain: domainOf(connection), types: TYPES, primaryType: 'Listing', message }) as const

export const withdrawalData = (
  connection: SignedChain,
  message: SignatureNonces & { owner: Hex; tokenId: bigint; to: Hex; expiry: bigint },
) => ({ domain: domainOf(connection), types: TYPES, primaryType: 'Withdrawal', message }) as const
