import type { Nft } from '@verso/protocol/nfts'
import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
