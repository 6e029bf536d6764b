/** Of a picture, of a frame of an animation, and of a video. */
export const MAX_PIXELS = 50_000_000
