import sharp, { type Sharp } from 'sharp'
import type { CopyOrder, EncodedCopy } from '../../gateways/media/media-tasks.ts'
import type { FileEnding } from '../../gateways/storage/file-types.ts'
import { hashFile } from '../files/hash-file.ts'
import { MAX_PIXELS } from '../inspect/max-pixels.ts'

/**
 * Writes one smaller copy of the image at `path` to `copyPath`. Runs in the media process. A file on disk is decoded in strips; held in
 * memory a large picture would fill it.
 */
export async function encodeCopy(order: CopyOrder): Promise<EncodedCopy> {
  const { path, copyPath, mime, recipe } = order
  const { width, isSquare, ending } = recipe
  const animated = recipe.keepsMotion === true && mime === 'image/gif'
  const image = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated })
  const resized = image.autoOrient().resize({
    width,
    height: isSquare ? width : undefined,
    fit: isSquare ? 'cover' : 'inside',
    withoutEnlargement: true,
  })
  const info = await compress(resized, ending).toFile(copyPath)
  return {
    sha256: await hashFile(copyPath),
    width: info.width,
    height: info.pageHeight ?? info.height,
    sizeBytes: info.size,
  }
}

const compress = (image: Sharp, ending: FileEnding) =>
  ending === 'avif' ? image.avif({ quality: 55, effort: 2 }) : image.webp({ quality: 80, effort: 4 })
