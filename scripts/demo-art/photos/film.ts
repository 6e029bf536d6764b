import sharp, { type Sharp } from 'sharp'
import { createDice } from '../canvas.ts'

export type Colour = readonly [number, number, number]
/** Linear light, three values a pixel, row by row. */
export type Film = { width: number; height: number; light: Float32Array }
export type Development = { exposure?: number; grain?: number; vignette?: number; bloom?: number; seed: number }

export const createFilm = (width: number, height: number): Film => ({
  width,
  height,
  light: new Float32Array(width * height * 3),
})

/** Half as large: four pixels become one. */
export function halve({ width, height, light }: Film): Film {
  const half = createFilm(width >> 1, height >> 1)
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      for (let c = 0; c < 3; c++) {
        const at = (y * 2 * width + x * 2) * 3 + c
        const sum =
          value(light, at) + value(light, at + 3) + value(light, at + width * 3) + value(light, at + width * 3 + 3)
        half.light[(y * half.width + x) * 3 + c] = sum / 4
      }
    }
  }
  return half
}

const value = (values: Float32Array, at: number) => values[at] as number

/** Light on film: a glow round the bright, darker corners, a soft shoulder, grain. */
export function develop(
  film: Film,
  { exposure = 1, grain = 0.022, vignette = 0.3, bloom = 0.08, seed }: Development,
): Sharp {
  const { width, height, light } = film
  const glow = bloom > 0 ? blurred(film, Math.round(width / 45)) : light
  const noise = grainOf(width, height, seed)
  const bytes = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const off = Math.hypot(x / width - 0.5, y / height - 0.5)
      const dim = exposure * (1 - vignette * off * off * 2)
      const pixel = y * width + x
      for (let c = 0; c < 3; c++) {
        const at = pixel * 3 + c
        const bright = filmic((value(light, at) * (1 - bloom) + value(glow, at) * bloom) * dim)
        const speck = value(noise, pixel) * grain * (0.35 + 2.2 * bright * (1 - bright))
        bytes[at] = Math.min(255, Math.max(0, Math.round(255 * (bright + speck))))
      }
    }
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}

/** Linear light to a screen's values, bright ones ever closer to white. */
function filmic(light: number): number {
  const lit = Math.max(0, light)
  const shown = (lit * (2.51 * lit + 0.03)) / (lit * (2.43 * lit + 0.59) + 0.14)
  return Math.min(1, shown) ** (1 / 2.2)
}

/** Clumps a little larger than a pixel. */
function grainOf(width: number, height: number, seed: number): Float32Array {
  const dice = createDice(seed)
  const raw = Float32Array.from({ length: width * height }, () => dice.next() + dice.next() + dice.next() - 1.5)
  return raw.map((one, at) => (one + 0.6 * (raw[at + 1] ?? 0) + 0.6 * (raw[at + width] ?? 0)) * 0.9)
}

/** Three boxes are nearly a bell. */
export function blurred({ width, height, light }: Film, radius: number): Float32Array {
  let values = light
  for (let pass = 0; pass < 3; pass++) {
    values = boxed(values, { count: height, length: width, step: 3, stride: width * 3 }, radius)
    values = boxed(values, { count: width, length: height, step: width * 3, stride: 3 }, radius)
  }
  return values
}

type Lines = { count: number; length: number; step: number; stride: number }
function boxed(values: Float32Array, { count, length, step, stride }: Lines, radius: number): Float32Array {
  const result = new Float32Array(values.length)
  const clampTo = (index: number) => (index < 0 ? 0 : index >= length ? length - 1 : index)
  for (let line = 0; line < count; line++) {
    for (let c = 0; c < 3; c++) {
      const start = line * stride + c
      let sum = 0
      for (let index = -radius; index <= radius; index++) sum += value(values, start + clampTo(index) * step)
      for (let index = 0; index < length; index++) {
        result[start + index * step] = sum / (2 * radius + 1)
        sum +=
          value(values, start + clampTo(index + radius + 1) * step) -
          value(values, start + clampTo(index - radius) * step)
      }
    }
  }
  return result
}
