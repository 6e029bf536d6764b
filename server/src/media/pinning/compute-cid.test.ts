import { createCipheriv, createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashMetadata, parseCid } from './compute-cid.ts'
import { computeFileCid } from './compute-file-cid.ts'
import { readLeaves } from './read-leaves.ts'

async function* chunked(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length || at === 0; at += size) yield bytes.subarray(at, at + size)
}

const MIB = 1024 * 1024

describe('CIDs', () => {
  it('equal the known ones of small contents', async () => {
    const hello = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
    expect(await computeFileCid(chunked(Buffer.from('hello world'), 4))).toBe(hello)
    expect(hashMetadata(Buffer.from('hello world')).cid).toBe(hello)
    expect(await computeFileCid(chunked(Buffer.alloc(0), 1))).toBe(
      'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
    )
  })

  // The vectors that IPIP-499 publishes for the border of a chunk: the first bytes of one ChaCha20 key stream.
  it.each([
    [MIB, 'bafkreiacndfy443ter6qr2tmbbdhadvxxheowwf75s6zehscklu6ezxmta'],
    [MIB + 1, 'bafybeigmix7t42i6jacydtquhet7srwvgpizfg7gjbq7627d35mjomtu64'],
  ])('equal the published one of %i bytes', async (size, cid) => {
    const key = createHash('sha256').update('chunk-v1-seed').digest()
    const stream = createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(size))
    expect(await computeFileCid(chunked(stream, 65_536))).toBe(cid)
  })

  it('do not depend on how the bytes arrive', async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 17, 5)
    const cids = await Promise.all([1_000, 65_536, 2_000_000].map((size) => computeFileCid(chunked(bytes, size))))
    expect(new Set(cids).size).toBe(1)
    expect(cids[0]).toMatch(/^bafybei/)
  })

  it.each([0, 1, MIB, MIB + 1, 5 * MIB, 5 * MIB + 17])(
    'are the same for a file of %i bytes that is read into one buffer',
    async (size) => {
      const folder = await mkdtemp(join(tmpdir(), 'verso-leaves-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      const path = join(folder, 'file')
      const bytes = createCipheriv('chacha20', Buffer.alloc(32), Buffer.alloc(16)).update(Buffer.alloc(size))
      await writeFile(path, bytes)
      expect(await computeFileCid(readLeaves(path))).toBe(await computeFileCid(chunked(bytes, 65_536)))
    },
  )

  it('are read in every form, and only if they are CIDs', () => {
    const { cid, tokenId } = hashMetadata(Buffer.from('{}'))
    expect(parseCid(cid)).toEqual({ cid, rawTokenId: tokenId })
    expect(parseCid('QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG')).toMatchObject({ rawTokenId: null })
    for (const text of ['', 'hello', '../../features/x', 'bafy']) expect(parseCid(text)).toBeUndefined()
  })
})
