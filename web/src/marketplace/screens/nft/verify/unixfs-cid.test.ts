import { createCipheriv, createHash, webcrypto } from 'node:crypto'
import { expect, it } from 'vitest'
import { computeFileCid, computeRawCid } from './unixfs-cid.ts'

if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto })

const MIB = 1024 * 1024

/** The bytes 0, 1, … 250, 0, 1, … in pieces that fit no chunk. */
async function* counting(size: number) {
  for (let at = 0; at < size; ) {
    const piece = new Uint8Array(Math.min(777_777, size - at))
    for (let index = 0; index < piece.length; index++) piece[index] = (at + index) % 251
    yield piece
    at += piece.length
  }
}

// The CIDs that ipfs-unixfs-importer 17 makes of the same bytes with profile unixfs-v1-2025, as the server does.
it.each([
  [0, 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
  [MIB - 1, 'bafkreielkxdkfu2eicjkgfuykayoada6n6dar2xzclejnxxhyn2niqhnce'],
  [MIB, 'bafkreidddocae7lltzjlkooe5a3tmiwsgazn7logjvqk7bzttsidpzhxne'],
  [MIB + 1, 'bafybeidjogjfwuhbzwopgd4bn3skcf5m6oz72xshywcndzxgqb623nfclu'],
  [3 * MIB + 17, 'bafybeiengxwx4jlbvzg6ykpre7r5jxqvalq7yu4qbcj2w3gzacac33gjza'],
  [100 * MIB, 'bafybeid6okny7x7bdospuhbrs7fwhs6mhdfnkajir2y7bwsomultjsogsm'],
])('gives a file of %i bytes the CID that IPFS gives it', async (size, cid) => {
  let seen = 0
  expect(await computeFileCid(counting(size), (bytes) => (seen = bytes))).toBe(cid)
  expect(seen).toBe(size)
})

// The vectors that IPIP-499 publishes for the border of a chunk: the first bytes of one ChaCha20 key stream.
it.each([
  [MIB, 'bafkreiacndfy443ter6qr2tmbbdhadvxxheowwf75s6zehscklu6ezxmta'],
  [MIB + 1, 'bafybeigmix7t42i6jacydtquhet7srwvgpizfg7gjbq7627d35mjomtu64'],
])('gives %i bytes the CID that is published for them', async (size, cid) => {
  const key = createHash('sha256').update('chunk-v1-seed').digest()
  const stream = createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(size))
  const pieces = async function* () {
    for (let at = 0; at < size; at += 777_777) yield new Uint8Array(stream.subarray(at, at + 777_777))
  }
  expect(await computeFileCid(pieces(), () => undefined)).toBe(cid)
})

it('gives one raw block the CID that is published for it', async () => {
  const hello = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
  expect(await computeRawCid(new TextEncoder().encode('hello world'))).toBe(hello)
})
