import {
  BlockNotFoundError,
  HttpRequestError,
  InternalRpcError,
  InvalidInputRpcError,
  InvalidParamsRpcError,
  LimitExceededRpcError,
  RpcRequestError,
  TimeoutError,
} from 'viem'
import { expect, test } from 'vitest'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import { CONFIRMATIONS } from '../connect-evm-chains.ts'
import type { ChainRow } from '../register-chain.ts'
import { readFinalized } from './read-finalized.ts'

const READ = 1_000
const URL = 'http://node'

/** The block that the node says is final, or the error with which it fails. */
type Answer = bigint | Error
const hashOf = (number: number | bigint) => `0x${number}`

function connect(chain: 'POLYGON' | 'ETH', answers: readonly Answer[], { isEmbedded = false } = {}) {
  const rest = [...answers]
  const getBlock = async () => {
    const answer = rest.shift()
    if (answer instanceof Error) throw answer
    return { number: answer, hash: hashOf(answer as bigint) }
  }
  return { confirmations: CONFIRMATIONS[chain], isEmbedded, client: { getBlock } } as unknown as EvmConnection
}

type Position = { before?: number; to?: number; hash?: string | undefined }
const finalOn = (connection: EvmConnection, { before = 0, to = READ, ...held }: Position = {}) =>
  readFinalized(connection, {
    row: { finalized_block: before } as ChainRow,
    to,
    hashOf: async (number) => ('hash' in held ? held.hash : hashOf(number)),
  })

test('final is what the node says, else 64 blocks on Polygon and 12 on Ethereum', async () => {
  const unknown = new InvalidParamsRpcError(new Error('no such tag'))
  expect(await finalOn(connect('POLYGON', [990n]))).toBe(990)
  expect(await finalOn(connect('POLYGON', [unknown]))).toBe(READ - 64)
  expect(await finalOn(connect('ETH', [unknown]))).toBe(READ - 12)
  expect(await finalOn(connect('ETH', [0n]))).toBe(READ - 12)
})

test('it never goes back, and waits until it is read; on an embedded chain all that was read is final', async () => {
  expect(await finalOn(connect('ETH', [700n]), { before: 800 })).toBe(800)
  expect(await finalOn(connect('ETH', [990n]), { before: 800, to: 950 })).toBe(800)
  expect(await finalOn(connect('ETH', [], { isEmbedded: true }), { to: 950 })).toBe(950)
})

test('a final block that is another than the one that was read makes none final', async () => {
  expect(await finalOn(connect('ETH', [990n]), { before: 800, hash: '0xfork' })).toBe(800)
  expect(await finalOn(connect('ETH', [990n]), { before: 800, hash: undefined })).toBe(990)
})

test.each([new BlockNotFoundError({}), new InvalidInputRpcError(new Error('finalized block not found'))])(
  'a node that has named a final block before has none for a moment',
  async (none) => {
    const connection = connect('ETH', [900n, none])
    expect(await finalOn(connection)).toBe(900)
    expect(await finalOn(connection, { before: 900 })).toBe(900)
  },
)

test.each([
  new HttpRequestError({ url: URL, status: 503 }),
  new TimeoutError({ url: URL, body: {} }),
  new LimitExceededRpcError(new Error('too many')),
  new InternalRpcError(new Error('no')),
  new RpcRequestError({ body: {}, url: URL, error: { code: 429, message: 'compute units' } }),
])('a node that does not answer, or is asked too often, says nothing of what is final', async (failure) => {
  await expect(finalOn(connect('ETH', [failure]), { before: 900 })).rejects.toThrow(failure)
})
