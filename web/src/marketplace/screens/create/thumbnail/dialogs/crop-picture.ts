import { type Crop, cropBox } from './crop.ts'
import { drawPicture, fitThumbnail } from '../draw-picture.ts'
import { withPicture } from '../with-picture.ts'

const uncropped = new WeakMap<File, File>()

/** The picture that a crop was taken from, so that another crop does not begin with the last one. */
export const uncroppedOf = (picture: File): File => uncropped.get(picture) ?? picture

export async function cropPicture(file: File, crop: Crop): Promise<File> {
  const cropped = await withPicture(file, (picture) => {
    const { left, top, side } = cropBox(crop, { width: picture.naturalWidth, height: picture.naturalHeight })
    const size = fitThumbnail({ width: side, height: side })
    const draw = (context: CanvasRenderingContext2D) =>
      context.drawImage(picture, left, top, side, side, 0, 0, size.width, size.height)
    return drawPicture(file, size, draw, file.type)
  })
  uncropped.set(cropped, file)
  return cropped
}
