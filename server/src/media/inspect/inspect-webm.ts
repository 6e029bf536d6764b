import { type ByteReader, withReader } from './byte-reader.ts'
import { unsupportedFile } from './rejected-file.ts'

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
const MAX_ELEMENTS = 1_000

type Element = { id: number; start: number; end: number; isSizeKnown: boolean }

/** Matroska with document type `webm`: a segment whose first elements are well formed and describe tracks. */
export async function inspectWebm(file: { path: string; sizeBytes: number }): Promise<object> {
  const isWebm = await withReader(file, async (reader) => {
    const header = await readElement(reader, 0, reader.sizeBytes)
    if (header?.id !== EBML || (await readDocType(reader, header)) !== 'webm') return false
    const segment = await readElement(reader, header.end, reader.sizeBytes)
    return segment?.id === SEGMENT && (await describesTracks(reader, segment))
  })
  if (!isWebm) throw unsupportedFile('The video cannot be read')
  return {}
}

async function readDocType(reader: ByteReader, header: Element): Promise<string | undefined> {
  for (let at = header.start; at < header.end; ) {
    const element = await readElement(reader, at, header.end)
    if (!element) return undefined
    if (element.id === DOC_TYPE)
      return (await reader.read(element.start, Math.min(16, element.end - element.start)))
        .toString('latin1')
        .replace(/\0+$/, '')
    at = element.end
  }
  return undefined
}

async function describesTracks(reader: ByteReader, segment: Element): Promise<boolean> {
  let isDescribed = false
  for (let at = segment.start, count = 0; at < segment.end && count < MAX_ELEMENTS; count++) {
    const element = await readElement(reader, at, segment.end)
    if (!element) return false
    if (element.id === TRACKS || element.id === INFO) isDescribed = true
    if (element.id === CLUSTER && !element.isSizeKnown) return isDescribed
    at = element.end
  }
  return isDescribed
}

/** EBML: an id and a size, each of variable length. All bits set means "size unknown": until the end of the parent. */
async function readElement(reader: ByteReader, at: number, parentEnd: number): Promise<Element | undefined> {
  const head = await reader.read(at, 12)
  const idBytes = Math.clz32(head[0] ?? 0) - 23
  if (head.length < 2 || idBytes < 1 || idBytes > 4 || head.length < idBytes + 1) return undefined
  const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23
  if (sizeBytes < 1 || sizeBytes > 8 || head.length < idBytes + sizeBytes) return undefined
  let size = BigInt(head[idBytes] ?? 0) & ((1n << BigInt(8 - sizeBytes)) - 1n)
  for (let index = 1; index < sizeBytes; index++) size = (size << 8n) | BigInt(head[idBytes + index] ?? 0)
  const isSizeKnown = size !== (1n << BigInt(7 * sizeBytes)) - 1n
  const start = at + idBytes + sizeBytes
  const end = isSizeKnown ? start + Number(size) : parentEnd
  return end > parentEnd ? undefined : { id: head.readUIntBE(0, idBytes), start, end, isSizeKnown }
}
