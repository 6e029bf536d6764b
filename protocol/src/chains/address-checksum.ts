import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Whether an address of 0x and 40 hex digits is free of typing errors as far as its own letters tell (EIP-55). One in
 * small or in capital letters alone says nothing and is right.
 */
export function isChecksumRight(address: string): boolean {
  const digits = address.slice(2)
  const small = digits.toLowerCase()
  if (digits === small || digits === digits.toUpperCase()) return true
  const hash = bytesToHex(keccak_256(utf8ToBytes(small)))
  return [...digits].every((digit, index) => {
    const isCapital = Number.parseInt(hash[index] as string, 16) >= 8
    return digit === (isCapital ? digit.toUpperCase() : digit.toLowerCase())
  })
}
