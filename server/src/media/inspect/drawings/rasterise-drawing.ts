import type { Raster, RasterOrder } from '../../../gateways/media/media-tasks.ts'
import sharp from 'sharp'
import { hashFile } from '../../files/hash-file.ts'
import { MAX_PIXELS } from '../max-pixels.ts'

/** The longer side of the picture made of a drawing. The renderer goes through the whole drawing again for each 2,000 × 2,000 pixels. */
const RASTER_SIDE_PX = 2_000

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
  const info = await sharp(path, options)
    .resize({ width: RASTER_SIDE_PX, height: RASTER_SIDE_PX, fit: 'inside' })
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
