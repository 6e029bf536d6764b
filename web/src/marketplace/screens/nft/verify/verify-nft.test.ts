import type { Nft } from '@verso/protocol/nfts'
import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Chain } from './read-token.ts'
import { type CheckResult, verifyNft } from './verify-nft.ts'

if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto })

const HELLO = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
const nft = {
  name: 'Greeting',
  royalty: 5,
  media_type: 'image',
  file_url: 'https://media.test/hello',
  metadata: { file_ipfs_hash: HELLO, metadata_ipfs_hash: null },
  token: null,
} as Nft

/** As in an older Safari: `for await` over it throws. */
function streamThatCannotBeIterated(text: string): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const letter of text) controller.enqueue(new TextEncoder().encode(letter))
      controller.close()
    },
  })
  return Object.defineProperty(stream, Symbol.asyncIterator, { value: undefined })
}

beforeEach(() =>
  vi.stubGlobal('fetch', async () => ({ ok: true, body: streamThatCannotBeIterated('hello world') }) as Response),
)
afterEach(() => vi.unstubAllGlobals())

it('reads the file also where a stream cannot be iterated over', async () => {
  const results = new Map<string, CheckResult>()
  const input = { nft, chain: undefined, mediaUrl: 'https://media.test', signal: new AbortController().signal }
  await verifyNft(input, (name, result) => results.set(name, result))
  expect(results.get('file')).toEqual({ status: 'right', found: HELLO, expected: HELLO })
  expect(results.get('owner')).toEqual({ status: 'unknown', reason: 'notMinted' })
})

const [SELLER, BUYER] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]

it.each([
  ['PAID', { status: 'unknown', reason: 'moving' }],
  ['SOLD', { status: 'wrong', found: BUYER, expected: SELLER }],
])('a chain that names another owner: a %s listing', async (status, owner) => {
  const word = (hex: string) => hex.padStart(64, '0')
  const uri = `0x${word('20')}${word('0')}`
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit = {}) => {
    const { method, params } = JSON.parse(String(body ?? '{}')) as { method?: string; params?: [{ data: string }] }
    if (method === 'eth_chainId') return Response.json({ result: '0x1' })
    const isOwner = params?.[0].data.startsWith('0x6352211e')
    return Response.json({ result: isOwner ? `0x${word(BUYER.slice(2))}` : uri })
  })
  const results = new Map<string, CheckResult>()
  const sold = {
    ...nft,
    chain: 'ETH',
    mint_tx: { status: 'SUCCESSED' },
    latest_listing: { status },
    token: { token_id: '1', contract: '0xc', owner_address: SELLER },
  } as unknown as Nft
  const chain = { chain_id: 1, contract: '0xc', public_rpc_url: 'https://node.test' } as Chain
  const input = { nft: sold, chain, mediaUrl: 'https://media.test', signal: new AbortController().signal }
  await verifyNft(input, (name, result) => results.set(name, result))
  expect(results.get('owner')).toEqual(owner)
})
