import { type FileHandle, open } from 'node:fs/promises'

/** Reads pieces of a large file at given places; a piece beyond the end comes back shorter. */
export type ByteReader = { sizeBytes: number; read(at: number, length: number): Promise<Buffer> }

export async function withReader<T>(
  file: { path: string; sizeBytes: number },
  work: (reader: ByteReader) => Promise<T>,
): Promise<T> {
  const handle: FileHandle = await open(file.path)
  try {
    return await work({
      sizeBytes: file.sizeBytes,
      read: async (at, length) => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
        return buffer.subarray(0, bytesRead)
      },
    })
  } finally {
    await handle.close()
  }
}
