import { expect, test } from 'vitest'
import { findExplorer } from './explorers.ts'

test('each network links to its own explorer, a private chain to none', () => {
  expect([137, 80_002, 1, 11_155_111].map((id) => findExplorer(id)?.tx)).toEqual([
    'https://polygonscan.com/tx/',
    'https://amoy.polygonscan.com/tx/',
    'https://etherscan.io/tx/',
    'https://sepolia.etherscan.io/tx/',
  ])
  expect(findExplorer(137)?.addressOfToken({ contract: '0x1', tokenId: '7' })).toBe('https://polygonscan.com/nft/0x1/7')
  expect(findExplorer(31_337)).toBeUndefined()
})

test('a token on Solana is an address, in the explorer of its cluster', () => {
  const token = { contract: 'Group', tokenId: 'Mint' }
  const mainnet = findExplorer('5eykt4UsFv8P8NJdTREpY1vzqKqKvdpKuc147dw2N9d')
  const devnet = findExplorer('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG')
  expect(mainnet?.addressOfToken(token)).toBe('https://explorer.solana.com/address/Mint')
  expect(devnet?.addressOfToken(token)).toBe('https://explorer.solana.com/address/Mint?cluster=devnet')
  expect(devnet).toMatchObject({ tx: 'https://explorer.solana.com/tx/', suffix: '?cluster=devnet' })
  expect(findExplorer('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')).toBeUndefined()
})
