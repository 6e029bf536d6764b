import sharp from 'sharp'

/** Numbers in all accessors: 256 MB as floats, far more than a file of 100 MB holds uncompressed and shown at once. */
const MAX_VALUES = 64 * 1024 * 1024
/** Of all textures together: 1 GB in the viewer's memory. */
const MAX_PIXELS = 256 * 1024 * 1024
const MAX_IMAGES = 500
const COMPONENTS: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 }

type Json = Record<string, unknown>
type View = { buffer?: unknown; byteOffset?: unknown; byteLength?: unknown }
/** Reads from the binary part of the model. */
export type ReadBinary = (offset: number, length: number) => Promise<Buffer>

/**
 * An accessor may claim numbers that are nowhere in the file: a viewer, and the validator, make room for each of
 * them.
 */
export function areAccessorsBounded({ accessors = [] }: Json): boolean {
  if (!Array.isArray(accessors)) return false
  let values = 0
  for (const accessor of accessors as ({ count?: unknown; type?: unknown } | null)[]) {
    const count = accessor?.count
    if (!Number.isSafeInteger(count) || (count as number) < 0) return false
    values += (count as number) * (COMPONENTS[String(accessor?.type)] ?? 16)
    if (values > MAX_VALUES) return false
  }
  return true
}

/** A small picture can unpack to one that fills its viewer's memory. */
export async function areTexturesBounded(json: Json, readBinary: ReadBinary): Promise<boolean> {
  const { images = [] } = json
  if (!Array.isArray(images) || images.length > MAX_IMAGES) return false
  let pixels = 0
  for (const image of images as ({ uri?: unknown; bufferView?: unknown } | null)[]) {
    const bytes = await readImage(json, image, readBinary)
    pixels += bytes ? await countPixels(bytes) : 0
    if (pixels > MAX_PIXELS) return false
  }
  return true
}

async function readImage(
  { bufferViews, buffers }: Json,
  image: { uri?: unknown; bufferView?: unknown } | null,
  readBinary: ReadBinary,
): Promise<Buffer | undefined> {
  if (typeof image?.uri === 'string') return decodeDataUri(image.uri)
  const view = (bufferViews as View[] | undefined)?.[image?.bufferView as number]
  if (!view) return undefined
  const [offset, length] = [Number(view.byteOffset ?? 0), Number(view.byteLength)]
  const { uri } = (buffers as ({ uri?: unknown } | null)[] | undefined)?.[view.buffer as number] ?? {}
  if (typeof uri === 'string') return decodeDataUri(uri).subarray(offset, offset + length)
  return readBinary(offset, length)
}

const decodeDataUri = (uri: string): Buffer => Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')

/** Bytes that are no picture a browser shows take no memory either. */
async function countPixels(bytes: Buffer): Promise<number> {
  try {
    const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return width * height * pages
  } catch {
    return 0
  }
}
