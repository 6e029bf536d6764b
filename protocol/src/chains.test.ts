import { expect, test } from 'vitest'
import { findExplorer } from './chains.ts'

test('each network links to its own explorer, a private chain to none', () => {
  expect([137, 80_002, 1, 11_155_111].map((id) => findExplorer(id)?.tx)).toEqual([
    'https://polygonscan.com/tx/',
    'https://amoy.polygonscan.com/tx/',
    'https://etherscan.io/tx/',
    'https://sepolia.etherscan.io/tx/',
  ])
  expect(findExplorer(31_337)).toBeUndefined()
})
