import type { Raster, RasterOrder } from '../../../gateways/media/media-tasks.ts'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { hashFile } from '../../files/hash-file.ts'
import { MAX_PIXELS } from '../max-pixels.ts'
import { rasterSidePx } from './drawing-cost.ts'

/**
 * Draws a sanitised drawing. Runs in the media process, which is ended when it takes too long: patterns, masks, dashes and
 * clips can be nested so that a small drawing takes for ever.
 */
export async function rasterise({
  path,
  rasterPath,
}: RasterOrder): Promise<{ width: number; height: number; raster: Raster }> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const
  const { format, width, height } = await sharp(path, options).metadata()
  if (format !== 'svg' || width * height > MAX_PIXELS) throw new Error('the drawing is too large')
  const sidePx = rasterSidePx(await readFile(path, 'utf8'))
  const info = await sharp(path, options)
    .resize({ width: sidePx, height: sidePx, fit: 'inside' })
    .png({ compressionLevel: 6 })
    .toFile(rasterPath)
  const raster = {
    sha256: await hashFile(rasterPath),
    width: info.width,
    height: info.height,
    sizeBytes: info.size,
  }
  return { width, height, raster }
}
