import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { address, isAddress, isOffCurveAddress, type MaybeEncodedAccount } from '@solana/kit'
import { readHolding } from './read-nft.ts'

export type AddressProblem = 'evm-address' | 'not-base58' | 'not-32-bytes' | 'off-curve'
export type RecipientProblem = 'token-account' | 'program-owned'

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/

/** Why no key can be behind this text; what it stands for on chain is another question. */
export function findAddressProblem(text: string): AddressProblem | undefined {
  if (EVM_ADDRESS.test(text)) return 'evm-address'
  if (!BASE58.test(text)) return 'not-base58'
  if (!isAddress(text)) return 'not-32-bytes'
  return isOffCurveAddress(address(text)) ? 'off-curve' : undefined
}

/** Why the account at an address is no wallet that an NFT could be sent to. An address that was never used is one. */
export function findRecipientProblem(account: MaybeEncodedAccount): RecipientProblem | undefined {
  if (!account.exists || account.programAddress === SYSTEM_PROGRAM_ADDRESS) return undefined
  return readHolding(account) ? 'token-account' : 'program-owned'
}
