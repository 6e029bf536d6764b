import type { Colour } from './film.ts'
import { clamp, createNoise, layered, step } from './noise.ts'

export type Direction = readonly [number, number, number]
export type SkyPlan = {
  sun: Direction
  zenith: Colour
  horizon: Colour
  /** Of the light round the sun. */
  glow: Colour
  /** How far the light reaches round the sun: a large number keeps it close. */
  tightness: number
  clouds?: { amount: number; scale: number; colour: Colour; seed: number }
  stars?: number
}
export type Sky = (direction: Direction) => Colour

const dot = (a: Direction, b: Direction) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const blend = (a: Colour, b: Colour, t: number): Colour => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]
export const scaled = (a: Colour, by: number): Colour => [a[0] * by, a[1] * by, a[2] * by]
export const added = (a: Colour, b: Colour, by = 1): Colour => [a[0] + b[0] * by, a[1] + b[1] * by, a[2] + b[2] * by]
export function towards(across: number, up: number): Direction {
  return [Math.sin(across) * Math.cos(up), Math.sin(up), Math.cos(across) * Math.cos(up)]
}

/** Without clouds: also what haze far away looks like. */
export function clearSky({ sun, zenith, horizon, glow, tightness }: SkyPlan): Sky {
  return (direction) => {
    const up = clamp(direction[1])
    const base = blend(horizon, zenith, 1 - (1 - up) ** 3.2)
    const near = Math.max(0, dot(direction, sun))
    const light = 0.55 * near ** tightness + 0.45 * near ** (tightness * 6)
    return added(base, glow, light * (1 - up * 0.5))
  }
}

export function cloudySky(plan: SkyPlan): Sky {
  const clear = clearSky(plan)
  const { clouds, sun } = plan
  if (!clouds) return clear
  const puffs = layered(createNoise(clouds.seed), 7)
  return (direction) => {
    const base = clear(direction)
    if (direction[1] < 0.015) return base
    const [x, z] = [(direction[0] / direction[1]) * clouds.scale, (direction[2] / direction[1]) * clouds.scale]
    // Wind draws them out.
    const thick = step(
      0.5 - clouds.amount,
      0.85 - clouds.amount * 0.6,
      0.5 + puffs(x * 0.55, z) + 0.3 * puffs(x * 0.2 + 9, z * 0.3),
    )
    const behind = puffs(x * 0.55 + sun[0] * 0.25, z + sun[2] * 0.25)
    const rim = clamp(0.75 - behind * 1.1, 0.25, 1.5)
    const lit = added(scaled(clouds.colour, rim), plan.glow, 0.35 * Math.max(0, dot(direction, sun)) ** 6)
    return blend(base, lit, thick * step(0.015, 0.14, direction[1]) * 0.92)
  }
}
