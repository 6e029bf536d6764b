import { withReader } from './byte-reader.ts'
import { unsupportedFile } from './rejected-file.ts'

const PAGE_HEADER_BYTES = 27
const MAX_PAGES = 200_000
const SOUND = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex   ']

/** Ogg: pages that follow each other to the end of the file, the first of which begins a sound codec. */
export async function inspectOgg(file: { path: string; sizeBytes: number }): Promise<object> {
  const isSound = await withReader(file, async (reader) => {
    for (let at = 0, pages = 0; at < reader.sizeBytes && pages < MAX_PAGES; pages++) {
      const head = await reader.read(at, PAGE_HEADER_BYTES + 255)
      const segments = head[26] ?? 0
      if (head.length < PAGE_HEADER_BYTES + segments || head.toString('latin1', 0, 4) !== 'OggS' || head[4] !== 0)
        return false
      const bodyAt = at + PAGE_HEADER_BYTES + segments
      const size = head
        .subarray(PAGE_HEADER_BYTES, PAGE_HEADER_BYTES + segments)
        .reduce((sum, length) => sum + length, 0)
      if (bodyAt + size > reader.sizeBytes) return false
      if (pages === 0) {
        const codec = (await reader.read(bodyAt, 8)).toString('latin1')
        if (!SOUND.some((name) => codec.startsWith(name))) return false
      }
      at = bodyAt + size
    }
    return true
  })
  if (!isSound) throw unsupportedFile('The sound cannot be read')
  return {}
}
