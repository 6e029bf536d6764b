import { open } from 'node:fs/promises'

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
      let length = 0
      // A part of a leaf would be kept until the rest comes, which is in the same memory.
      for (let count = -1; count !== 0 && length < LEAF_BYTES; length += count)
        count = (await handle.read(leaf, length, LEAF_BYTES - length)).bytesRead
      if (length > 0) yield leaf.subarray(0, length)
      if (length < LEAF_BYTES) return
    }
  } finally {
    await handle.close()
  }
}
