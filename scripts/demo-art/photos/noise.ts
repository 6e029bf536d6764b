import { createDice } from '../canvas.ts'

export type Noise = (x: number, y: number) => number
const TABLE = 256

/** Gradient noise of the plane, about -1 to 1. */
export function createNoise(seed: number): Noise {
  const dice = createDice(seed)
  const order = Uint8Array.from({ length: TABLE * 2 }, (_, index) => index % TABLE)
  for (let index = TABLE - 1; index > 0; index--) {
    const other = dice.below(index + 1)
    const kept = order[index] as number
    order[index] = order[other] as number
    order[other] = kept
  }
  order.copyWithin(TABLE, 0, TABLE)
  const angles = Float64Array.from({ length: TABLE }, () => dice.next() * 2 * Math.PI)
  const [gradX, gradY] = [angles.map(Math.cos), angles.map(Math.sin)]
  const pull = (cellX: number, cellY: number, x: number, y: number): number => {
    const at = order[(order[cellX & 255] as number) + (cellY & 255)] as number
    return (gradX[at] as number) * x + (gradY[at] as number) * y
  }
  return (x, y) => {
    const [cellX, cellY] = [Math.floor(x), Math.floor(y)]
    const [inX, inY] = [x - cellX, y - cellY]
    const [easeX, easeY] = [ease(inX), ease(inY)]
    const top = mix(pull(cellX, cellY, inX, inY), pull(cellX + 1, cellY, inX - 1, inY), easeX)
    const bottom = mix(pull(cellX, cellY + 1, inX, inY - 1), pull(cellX + 1, cellY + 1, inX - 1, inY - 1), easeX)
    return 1.5 * mix(top, bottom, easeY)
  }
}

const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
export const mix = (a: number, b: number, t: number) => a + (b - a) * t
export const clamp = (value: number, low = 0, high = 1) => (value < low ? low : value > high ? high : value)
/** 0 below `from`, 1 above `to`, and smooth between. */
export function step(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/** Noise on noise, each twice as fine and half as strong. */
export function layered(noise: Noise, octaves: number): Noise {
  return (x, y) => {
    let [sum, strength, scale] = [0, 0.5, 1]
    for (let octave = 0; octave < octaves; octave++) {
      sum += strength * noise(x * scale + octave * 17.3, y * scale - octave * 9.1)
      strength *= 0.5
      scale *= 2.03
    }
    return sum
  }
}

/** Sharp crests, and rough only where it is already high: mountains. */
export function ridged(noise: Noise, octaves: number): Noise {
  return (x, y) => {
    let [sum, strength, scale, above] = [0, 0.5, 1, 1]
    for (let octave = 0; octave < octaves; octave++) {
      const crest = (1 - Math.abs(noise(x * scale + octave * 31.7, y * scale + octave * 11.9))) ** 2 * above
      sum += strength * crest
      above = clamp(crest * 1.6)
      strength *= 0.5
      scale *= 2.05
    }
    return sum
  }
}
