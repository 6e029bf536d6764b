import sharp from 'sharp'
import type { FileEnding } from '../../gateways/storage/file-types.ts'
import { readDeclaredSizes, type Size } from './declared-frames.ts'
import { MAX_PIXELS } from './max-pixels.ts'
import { unsupportedFile } from './rejected-file.ts'

/** Of all frames of an animation, each as large as the whole: half a minute of 1,000 × 1,000. */
const MAX_ANIMATION_PIXELS = 1_000_000_000
const DECODE_TIMEOUT_S = 30
const FORMATS: Partial<Record<FileEnding, string>> = { jpg: 'jpeg', png: 'png', gif: 'gif' }

/** Decodes the whole picture, in strips; a picture that cannot be decoded, or is too large for memory, is refused. */
export async function inspectRaster(
  file: { path: string },
  ending: FileEnding,
): Promise<{ width: number; height: number }> {
  assertDeclaredBounded(file.path, ending)
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
  try {
    const { format, width, height, autoOrient } = await sharp(file.path, options).metadata()
    if (format !== FORMATS[ending] || !width || !height) throw unsupportedFile()
    const tiny = sharp(file.path, options).resize(16, 16, { fastShrinkOnLoad: false })
    await tiny.timeout({ seconds: DECODE_TIMEOUT_S }).raw().toBuffer()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    throw isTooLarge ? tooLarge() : unsupportedFile('The picture cannot be read')
  }
}

/** The decoder reads the first frame, and corrects a size that cannot be meant. Browsers show all frames in the size that is declared. */
function assertDeclaredBounded(path: string, ending: FileEnding): void {
  let whole: number | undefined
  let together = 0
  for (const size of readDeclaredSizes(path, ending)) {
    const pixels = pixelsOf(size)
    if (pixels > MAX_PIXELS) throw tooLarge()
    if (whole !== undefined) together += Math.max(whole, pixels)
    if (together > MAX_ANIMATION_PIXELS) throw unsupportedFile('The animation has too many frames for its size')
    whole ??= pixels
  }
}

const pixelsOf = ({ width, height }: Size): number => width * height
const tooLarge = () => unsupportedFile('The picture has more than 50 megapixels')
