import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import sharp, { type Sharp } from 'sharp'
import type { FileEnding } from './file-types.ts'
import type { Recipe } from './make-variants.ts'
import { MAX_PIXELS } from './inspect/inspect-raster.ts'

/** One smaller copy of the image at `path`, to be written to `copyPath`. */
export type CopyOrder = { path: string; copyPath: string; mime: string; originalWidth: number | null; recipe: Recipe }
export type EncodedCopy = { sha256: string; width: number; height: number; sizeBytes: number }

const SVG_DPI = 72
const MAX_SVG_DPI = 1_200

/** Runs in the media process. A file on disk is decoded in strips; held in memory a large picture would fill it. */
export async function encodeCopy(order: CopyOrder): Promise<EncodedCopy> {
  const { path, copyPath, mime, recipe } = order
  const { width, isSquare, ending } = recipe
  const animated = recipe.keepsMotion === true && mime === 'image/gif'
  const density = mime === 'image/svg+xml' ? svgDensity(order.originalWidth ?? width, width) : undefined
  const image = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated, density })
  const resized = image.autoOrient().resize({
    width,
    height: isSquare ? width : undefined,
    fit: isSquare ? 'cover' : 'inside',
    withoutEnlargement: true,
  })
  const info = await compress(resized, ending).toFile(copyPath)
  const hash = createHash('sha256')
  await pipeline(createReadStream(copyPath), hash)
  return {
    sha256: hash.digest('hex'),
    width: info.width,
    height: info.pageHeight ?? info.height,
    sizeBytes: info.size,
  }
}

const compress = (image: Sharp, ending: FileEnding) =>
  ending === 'avif' ? image.avif({ quality: 55, effort: 2 }) : image.webp({ quality: 80, effort: 4 })

/** Drawings are rendered at the size that is wanted, not enlarged afterwards. */
const svgDensity = (originalWidth: number, width: number) =>
  Math.min(MAX_SVG_DPI, Math.max(SVG_DPI, Math.round((SVG_DPI * width) / Math.max(1, originalWidth))))
