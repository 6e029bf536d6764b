import { type FileHandle, open } from 'node:fs/promises'

/** Of profile `unixfs-v1-2025`: what `computeFileCid` hashes at once. */
const LEAF_BYTES = 1024 * 1024

/**
 * A file leaf by leaf, all in the same memory: what is given is only good until the next leaf is asked for. Chunks of their own
 * pile up until they are collected, 10 MB of a file of 100 MB.
 */
export async function* readLeaves(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path)
  try {
    const leaf = Buffer.allocUnsafe(LEAF_BYTES)
    for (;;) {
      const length = await fill(leaf, handle)
      if (length > 0) yield leaf.subarray(0, length)
      if (length < LEAF_BYTES) return
    }
  } finally {
    await handle.close()
  }
}

/** A part of a leaf would be kept until the rest comes, which is in the same memory: only the last may be shorter. */
async function fill(leaf: Buffer, handle: FileHandle): Promise<number> {
  let length = 0
  while (length < leaf.length) {
    const { bytesRead } = await handle.read(leaf, length, leaf.length - length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return length
}
