import type { Chain } from '../chains.ts'
import { isChecksumRight } from './address-checksum.ts'
import { decodeBase58 } from './base58.ts'

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** Zero, the lowest addresses, which are the chain's own programs (precompiles), and the one that tokens are burnt with. */
const NOBODYS_EVM_ADDRESS = /^0x0{36}(?:0|dead$)/i
const SOLANA_ADDRESS_BYTES = 32
/** The system program's, 32 bytes of zeros, which Solana's own programs begin with. */
const NOBODYS_SOLANA_ADDRESS = /^1{20}/
const NOBODYS = 'Nobody has this address: what is sent there is lost'

/** Whether two texts name the same address: on the EVM chains its case is a checksum, on Solana it is part of it. */
export const isSameAddress = (a: string, b: string): boolean =>
  EVM_ADDRESS.test(a) ? a.toLowerCase() === b.toLowerCase() : a === b

/** The problem of an address as a person types it; undefined when none shows. */
export const findAddressProblem = (chain: Chain, text: string): string | undefined =>
  chain === 'SOL' ? findSolanaProblem(text) : findEvmProblem(text)

function findEvmProblem(text: string): string | undefined {
  if (!EVM_ADDRESS.test(text)) {
    return decodeBase58(text)?.length === SOLANA_ADDRESS_BYTES
      ? 'This is an address on Solana, not on Polygon or Ethereum'
      : 'Invalid address'
  }
  if (NOBODYS_EVM_ADDRESS.test(text)) return NOBODYS
  return isChecksumRight(text) ? undefined : 'The checksum of this address is wrong: please check it for typing errors'
}

function findSolanaProblem(text: string): string | undefined {
  if (EVM_ADDRESS.test(text)) return 'This is an address on Ethereum and Polygon, not on Solana'
  const bytes = decodeBase58(text)
  if (!bytes) return 'An address on Solana has letters and digits, without 0, O, I and l'
  if (bytes.length !== SOLANA_ADDRESS_BYTES) return 'An address on Solana has 32 to 44 characters: please check it'
  return NOBODYS_SOLANA_ADDRESS.test(text) ? NOBODYS : undefined
}
