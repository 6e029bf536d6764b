import { expect, test } from 'vitest'
import { findAddressProblem, isSameAddress } from './addresses.ts'

const SOLANA = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('the case of an address is a checksum on the EVM chains, and part of it on Solana', () => {
  expect(isSameAddress(EVM, EVM.toLowerCase())).toBe(true)
  expect(isSameAddress(SOLANA, SOLANA.toLowerCase())).toBe(false)
  expect(isSameAddress(SOLANA, SOLANA)).toBe(true)
})

test.each([
  ['SOL', SOLANA, undefined],
  ['SOL', EVM, 'This is an address on Ethereum and Polygon, not on Solana'],
  ['SOL', `${SOLANA}0`, 'An address on Solana has letters and digits, without 0, O, I and l'],
  ['SOL', SOLANA.slice(1), 'An address on Solana has 32 to 44 characters: please check it'],
  ['SOL', '1'.repeat(32), 'Nobody has this address: what is sent there is lost'],
  ['SOL', '', 'An address on Solana has letters and digits, without 0, O, I and l'],
  ['SOL', 'x'.repeat(10_000), 'An address on Solana has letters and digits, without 0, O, I and l'],
  ['POLYGON', EVM, undefined],
  ['POLYGON', `0x${'0'.repeat(36)}dEaD`, 'Nobody has this address: what is sent there is lost'],
  ['ETH', SOLANA, 'This is an address on Solana, not on Polygon or Ethereum'],
  ['ETH', 'vitalik.eth', 'Invalid address'],
] as const)('on %s "%s": %s', (chain, text, problem) => {
  expect(findAddressProblem(chain, text)).toBe(problem)
})
