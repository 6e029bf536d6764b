import { COMPRESSION_LONGER_SIDE_PX } from '@verso/protocol/limits'

type Size = { width: number; height: number }
/** Draws on a canvas of that size. */
export type Draw = (context: CanvasRenderingContext2D, size: Size) => void

const QUALITY = 0.92

/** As large as a thumbnail is sent (docs/rules.md R64), in its own proportions. */
export function fitThumbnail({ width, height }: Size): Size {
  const scale = Math.min(1, COMPRESSION_LONGER_SIDE_PX / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A picture that is named after the file that it was made from. */
export async function drawPicture(of: File, size: Size, draw: Draw, type = 'image/jpeg'): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw.')
  context.imageSmoothingQuality = 'high'
  draw(context, size)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
  if (!blob) throw new Error('The picture could not be drawn.')
  const ending = type === 'image/png' ? '.png' : '.jpg'
  return new File([blob], of.name.replace(/\.\w+$/, '') + ending, { type })
}
