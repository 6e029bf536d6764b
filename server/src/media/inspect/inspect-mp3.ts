import { withReader } from './byte-reader.ts'
import { unsupportedFile } from './rejected-file.ts'

const SEARCH_BYTES = 128 * 1024
const FRAMES_WANTED = 3
const ID3V1_BYTES = 128
const ID3V1_MARK = 'TAG'
const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES = [44_100, 48_000, 32_000]

/** MPEG audio, layer III: after the tags a chain of frames, each beginning where the one before says it ends. */
export async function inspectMp3(file: { path: string; sizeBytes: number }): Promise<object> {
  const isMp3 = await withReader(file, async (reader) => {
    const head = await reader.read(0, 10)
    const start = head.toString('latin1', 0, 3) === 'ID3' ? 10 + tagSize(head) : 0
    const bytes = await reader.read(start, SEARCH_BYTES)
    for (let at = 0; at + 4 <= bytes.length; at++) {
      if (bytes[at] === 0xff && hasFrameChain(bytes, at, start + bytes.length === reader.sizeBytes)) return true
    }
    return false
  })
  if (!isMp3) throw unsupportedFile('The sound cannot be read')
  return {}
}

/** ID3v2 sizes keep seven bits in each byte. */
const tagSize = (head: Buffer) => [6, 7, 8, 9].reduce((size, at) => (size << 7) | ((head[at] ?? 0) & 0x7f), 0)

function hasFrameChain(bytes: Buffer, start: number, endsWithFile: boolean): boolean {
  let at = start
  for (let frames = 0; frames < FRAMES_WANTED; frames++) {
    if (frames > 0 && endsWithFile && isEnd(bytes, at)) return true
    const size = frameSize(bytes, at)
    if (size === undefined) return false
    at += size
  }
  return true
}

/** A short sound ends with its last frame or with one tag; a frame that says it is longer than the file is none. */
const isEnd = (bytes: Buffer, at: number): boolean =>
  at === bytes.length ||
  (at + ID3V1_BYTES === bytes.length && bytes.toString('latin1', at, at + ID3V1_MARK.length) === ID3V1_MARK)

function frameSize(bytes: Buffer, at: number): number | undefined {
  if (at + 4 > bytes.length) return undefined
  const word = bytes.readUInt32BE(at)
  const version = (word >>> 19) & 3
  const isLayer3 = ((word >>> 17) & 3) === 1
  const isVersion1 = version === 3
  const bitrate = (isVersion1 ? BITRATES_V1 : BITRATES_V2)[(word >>> 12) & 15]
  const baseRate = SAMPLE_RATES[(word >>> 10) & 3]
  if (word >>> 21 !== 0x7ff || version === 1 || !isLayer3 || !bitrate || !baseRate) return undefined
  const sampleRate = isVersion1 ? baseRate : version === 2 ? baseRate / 2 : baseRate / 4
  return Math.floor(((isVersion1 ? 144_000 : 72_000) * bitrate) / sampleRate) + ((word >>> 9) & 1)
}
