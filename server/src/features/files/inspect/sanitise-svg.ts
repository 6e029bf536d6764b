import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { AppError } from '../../../http/app-error.ts'
import { inWorker } from './in-worker.ts'
import { MAX_PIXELS } from './inspect-raster.ts'
import { unsupportedFile } from './rejected-file.ts'

/** A drawing is parsed whole: beyond this size it is a picture somebody has put into an SVG. */
const MAX_SVG_BYTES = 5 * 1024 * 1024
const RENDER_TIMEOUT_S = 10

/** The kept file is a sanitised copy without scripts, links, styles and outside references (safety.md → Uploads). */
export async function sanitiseSvg(file: {
  path: string
  sizeBytes: number
}): Promise<{ width: number; height: number; replacement: Buffer }> {
  if (file.sizeBytes > MAX_SVG_BYTES) {
    throw new AppError('too_large', { fields: { file: ['SVG files can be at most 5 MB'] } })
  }
  const source = await readFile(file.path, 'utf8')
  const clean = await inWorker<string>(new URL('./sanitise-svg.worker.ts', import.meta.url), source)
  if (!clean) throw unsupportedFile('The drawing cannot be read')
  const replacement = Buffer.from(clean, 'utf8')
  try {
    const { width, height } = await sharp(replacement, { limitInputPixels: MAX_PIXELS }).metadata()
    const tiny = sharp(replacement, { limitInputPixels: MAX_PIXELS })
      .resize(16, 16)
      .timeout({ seconds: RENDER_TIMEOUT_S })
    await tiny.raw().toBuffer()
    return { width, height, replacement }
  } catch {
    throw unsupportedFile('The drawing cannot be read')
  }
}
