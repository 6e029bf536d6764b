import { withReader } from './byte-reader.ts'
import { unsupportedFile } from './rejected-file.ts'

const MAX_CHUNKS = 1_000

/** RIFF/WAVE: chunks within the file, a format and data. */
export async function inspectWav(file: { path: string; sizeBytes: number }): Promise<{ durationMs?: number }> {
  const found = await withReader(file, async (reader) => {
    const head = await reader.read(0, 12)
    if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return undefined
    let bytesPerSecond = 0
    for (let at = 12, count = 0; at + 8 <= reader.sizeBytes && count < MAX_CHUNKS; count++) {
      const chunk = await reader.read(at, 8 + 16)
      const id = chunk.toString('latin1', 0, 4)
      const size = chunk.readUInt32LE(4)
      if (id === 'fmt ' && size >= 16 && chunk.length === 24) bytesPerSecond = chunk.readUInt32LE(16)
      if (id === 'data')
        return bytesPerSecond > 0
          ? { durationMs: durationOf(Math.min(size, reader.sizeBytes - at - 8), bytesPerSecond) }
          : undefined
      // Chunks are padded to an even length.
      at += 8 + size + (size % 2)
    }
    return undefined
  })
  if (!found) throw unsupportedFile('The sound cannot be read')
  return found
}

function durationOf(sizeBytes: number, bytesPerSecond: number): number | undefined {
  const ms = Math.round((sizeBytes / bytesPerSecond) * 1000)
  return ms < 2 ** 31 ? ms : undefined
}
