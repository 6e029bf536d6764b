import { HttpRequestError, TimeoutError } from 'viem'
import { expect, test } from 'vitest'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { CONFIRMATIONS } from '../connect-evm-chains.ts'
import type { ChainRow } from '../register-chain.ts'
import { readFinalized } from './read-finalized.ts'

const HEAD = 1_000

/** @param tag what the node says is final; undefined: it does not know the word; an error: how it fails */
const finalOn = (
  chain: 'POLYGON' | 'ETH',
  tag: bigint | Error | undefined,
  { before = 0, to = HEAD, isEmbedded = false } = {},
) => {
  const getBlock = async () => {
    if (typeof tag === 'bigint') return { number: tag }
    throw tag ?? new Error('unknown block')
  }
  const connection = { confirmations: CONFIRMATIONS[chain], isEmbedded, client: { getBlock } } as unknown
  const row = { finalized_block: before } as ChainRow
  return readFinalized(connection as EvmConnection, { row, head: HEAD, to })
}

test('final is what the node says, else 64 blocks on Polygon and 12 on Ethereum', async () => {
  expect(await finalOn('POLYGON', 990n)).toBe(990)
  expect(await finalOn('POLYGON', undefined)).toBe(HEAD - 64)
  expect(await finalOn('ETH', undefined)).toBe(HEAD - 12)
  expect(await finalOn('ETH', 0n)).toBe(HEAD - 12)
})

test('it never goes back and never ahead of what was read; on an embedded chain all that was read is final', async () => {
  expect(await finalOn('ETH', 700n, { before: 800 })).toBe(800)
  expect(await finalOn('ETH', 990n, { to: 950 })).toBe(950)
  expect(await finalOn('ETH', undefined, { to: 950, isEmbedded: true })).toBe(950)
})

test.each([
  new HttpRequestError({ url: 'http://node', status: 503 }),
  new TimeoutError({ url: 'http://node', body: {} }),
])('a node that does not answer says nothing of what is final', async (away) => {
  await expect(finalOn('ETH', away, { before: 900 })).rejects.toThrow(away)
})
