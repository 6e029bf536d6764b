import sharp from 'sharp'
import type { FileEnding } from '../../gateways/storage/file-types.ts'
import { unsupportedFile } from './rejected-file.ts'

export const MAX_PIXELS = 50_000_000
const DECODE_TIMEOUT_S = 30
const FORMATS: Partial<Record<FileEnding, string>> = { jpg: 'jpeg', png: 'png', gif: 'gif' }

/** Decodes the whole picture, in strips; a picture that cannot be decoded, or is too large for memory, is refused. */
export async function inspectRaster(
  file: { path: string },
  ending: FileEnding,
): Promise<{ width: number; height: number }> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
  try {
    const { format, width, height, autoOrient } = await sharp(file.path, options).metadata()
    if (format !== FORMATS[ending] || !width || !height) throw unsupportedFile()
    const tiny = sharp(file.path, options).resize(16, 16, { fastShrinkOnLoad: false })
    await tiny.timeout({ seconds: DECODE_TIMEOUT_S }).raw().toBuffer()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    throw unsupportedFile(isTooLarge ? 'The picture has more than 50 megapixels' : 'The picture cannot be read')
  }
}
