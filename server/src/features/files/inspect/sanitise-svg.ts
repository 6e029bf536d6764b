import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { AppError } from '../../../http/app-error.ts'
import { MAX_PIXELS } from './inspect-raster.ts'
import { unsupportedFile } from './rejected-file.ts'

/** A drawing is parsed whole: beyond this size it is a picture somebody has put into an SVG. */
const MAX_SVG_BYTES = 5 * 1024 * 1024
const RENDER_TIMEOUT_S = 10

/** The kept file is a sanitised copy without scripts, links, styles and outside references (safety.md → Uploads). */
export async function sanitiseSvg(file: {
  path: string
  sizeBytes: number
}): Promise<{ width: number; height: number; replacementPath: string }> {
  if (file.sizeBytes > MAX_SVG_BYTES) {
    throw new AppError('too_large', { fields: { file: ['SVG files can be at most 5 MB'] } })
  }
  const clean = await cleanFile(file.path)
  const replacementPath = `${file.path}.clean`
  try {
    const { width, height } = await sharp(clean, { limitInputPixels: MAX_PIXELS }).metadata()
    const tiny = sharp(clean, { limitInputPixels: MAX_PIXELS }).resize(16, 16).timeout({ seconds: RENDER_TIMEOUT_S })
    await tiny.raw().toBuffer()
    await writeFile(replacementPath, clean, { mode: 0o600 })
    return { width, height, replacementPath }
  } catch {
    throw unsupportedFile('The drawing cannot be read')
  }
}

async function cleanFile(path: string): Promise<Buffer> {
  // The parser is large, and few files need it.
  const { cleanSvg } = await import('./clean-svg.ts')
  try {
    return Buffer.from(cleanSvg(await readFile(path, 'utf8')) as string, 'utf8')
  } catch {
    throw unsupportedFile('The drawing cannot be read')
  }
}
