import { createHash } from 'node:crypto'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create as createDigest } from 'multiformats/hashes/digest'

const SHA2_256 = 0x12

/** CID and token id of metadata bytes: one raw block, and its sha2-256 as a decimal number (docs/rules.md R96). */
export function hashMetadata(bytes: Uint8Array): { cid: string; tokenId: string } {
  const sha256 = createHash('sha256').update(bytes).digest()
  return {
    cid: CID.createV1(raw.code, createDigest(SHA2_256, sha256)).toString(),
    tokenId: BigInt(`0x${sha256.toString('hex')}`).toString(),
  }
}

/** A CID in any form → ours: version 1, base32; undefined when it is none. */
export function parseCid(text: string): { cid: string; rawTokenId: string | null } | undefined {
  try {
    const cid = CID.parse(text).toV1()
    const isRaw = cid.code === raw.code && cid.multihash.code === SHA2_256
    const rawTokenId = isRaw ? BigInt(`0x${Buffer.from(cid.multihash.digest).toString('hex')}`).toString() : null
    return { cid: cid.toString(), rawTokenId }
  } catch {
    return undefined
  }
}
