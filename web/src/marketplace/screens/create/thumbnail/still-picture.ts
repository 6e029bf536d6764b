import { THUMBNAIL_TYPES } from '@verso/protocol/limits'
import { compressThumbnail } from '../files/compress-thumbnail.ts'
import { copyAsThumbnail } from './copy-picture.ts'
import { drawPicture, fitThumbnail } from './draw-picture.ts'
import { withPicture } from './with-picture.ts'

/** Of a drawing that says no size, or a small one. */
const DRAWING_PX = 1200

/** Of a picture: a copy, a smaller one of too large a file, the first of a moving one, a drawing as pixels. */
export async function stillPicture(artwork: File, maxBytes: number): Promise<File> {
  const copy = copyAsThumbnail(artwork, maxBytes)
  if (copy) return copy
  if ((THUMBNAIL_TYPES as readonly string[]).includes(artwork.type)) return compressThumbnail(artwork)
  return withPicture(artwork, (picture) => {
    const own = { width: picture.naturalWidth || DRAWING_PX, height: picture.naturalHeight || DRAWING_PX }
    const grow = artwork.type === 'image/svg+xml' ? Math.max(1, DRAWING_PX / Math.max(own.width, own.height)) : 1
    const size = fitThumbnail({ width: own.width * grow, height: own.height * grow })
    const draw = (context: CanvasRenderingContext2D) => context.drawImage(picture, 0, 0, size.width, size.height)
    return drawPicture(artwork, size, draw, 'image/png')
  })
}
