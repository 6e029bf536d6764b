type Size = { width: number; height: number }
/** `x` and `y` from 0 to 1: how far the square is from the left and from the top, of the way that it has. */
export type Crop = { zoom: number; x: number; y: number }

/** The largest square, from the middle: what a card shows by itself. */
export const WHOLE_CROP: Crop = { zoom: 1, x: 0.5, y: 0.5 }

/** The square in the picture's own pixels. */
export function cropBox({ zoom, x, y }: Crop, { width, height }: Size): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom
  return { left: (width - side) * x, top: (height - side) * y, side }
}

/** Moves the picture under the square, by parts of the square's side. */
export function moveCrop(crop: Crop, size: Size, [across, down]: readonly [number, number]): Crop {
  const { side } = cropBox(crop, size)
  return {
    ...crop,
    x: moved(crop.x, across * side, size.width - side),
    y: moved(crop.y, down * side, size.height - side),
  }
}

const moved = (place: number, by: number, room: number): number =>
  room > 0 ? Math.min(1, Math.max(0, place - by / room)) : place
