import { type ByteReader, withReader } from './byte-reader.ts'
import { unsupportedFile } from './rejected-file.ts'

type Box = { type: string; start: number; end: number }
const MAX_BOXES = 10_000
const CONTAINERS = new Set(['moov', 'trak', 'mdia'])

/** ISO base media: boxes that fill the file exactly, `ftyp` first, a `moov`, and pictures in it where it names its tracks. */
export async function inspectMp4(file: { path: string; sizeBytes: number }): Promise<{ durationMs?: number }> {
  const found = await withReader(file, readMovie)
  const isVideo = found.handlers.length === 0 || found.handlers.includes('vide')
  if (!found.isWellFormed || !found.hasMovie || !isVideo) throw unsupportedFile('The video cannot be read')
  return { durationMs: found.durationMs }
}

async function readMovie(reader: ByteReader) {
  const found = {
    isWellFormed: true,
    hasMovie: false,
    handlers: [] as string[],
    durationMs: undefined as number | undefined,
    boxes: 0,
  }
  const walk = async (start: number, end: number): Promise<void> => {
    for (let at = start; at < end; ) {
      const box = await readBox(reader, at, end)
      if (!box || ++found.boxes > MAX_BOXES) return void (found.isWellFormed = false)
      if (at === 0 && box.type !== 'ftyp') found.isWellFormed = false
      if (box.type === 'moov') found.hasMovie = true
      if (box.type === 'mvhd') found.durationMs = await readDuration(reader, box)
      if (box.type === 'hdlr') found.handlers.push((await reader.read(box.start + 8, 4)).toString('latin1'))
      if (CONTAINERS.has(box.type)) await walk(box.start, box.end)
      at = box.end
    }
  }
  await walk(0, reader.sizeBytes)
  return found
}

async function readBox(reader: ByteReader, at: number, end: number): Promise<Box | undefined> {
  const head = await reader.read(at, 16)
  if (head.length < 8) return undefined
  const type = head.toString('latin1', 4, 8)
  const isLarge = head.readUInt32BE(0) === 1
  if (isLarge && head.length < 16) return undefined
  // Size 0: until the end of the file, for the last box only.
  const size = isLarge ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0) || end - at
  const headBytes = isLarge ? 16 : 8
  if (size < headBytes || at + size > end || !/^[\x20-\x7e\xa9]{4}$/.test(type)) return undefined
  return { type, start: at + headBytes, end: at + size }
}

async function readDuration(reader: ByteReader, box: Box): Promise<number | undefined> {
  const body = await reader.read(box.start, 32)
  const isLong = body[0] === 1
  if (body.length < (isLong ? 32 : 20)) return undefined
  const timescale = body.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16)
  const ms = Math.round((duration / timescale) * 1000)
  return Number.isSafeInteger(ms) && ms < 2 ** 31 ? ms : undefined
}
