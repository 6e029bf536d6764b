import { createDice } from '../canvas.ts'
import { clamp, createNoise, layered, mix, type Noise, ridged } from './noise.ts'

/** Heights in metres on a square grid that repeats, `cell` metres apart; `open`: how much sky a place sees, `lit`: how much sun. */
export type Terrain = { size: number; cell: number; heights: Float32Array; open: Float32Array; lit: Float32Array }
export type TerrainPlan = {
  seed: number
  /** Metres from the lowest to the highest. */
  relief: number
  /** How wide a mountain is, in cells. */
  breadth: number
  /** 0 rolling, 1 alpine. */
  sharpness: number
  drops: number
}

const SIZE = 1024
const CELL = 24

export function buildTerrain(plan: TerrainPlan, sun: readonly [number, number, number]): Terrain {
  const heights = raise(plan)
  erode(heights, plan)
  for (let pass = 0; pass < 3; pass++) settle(heights)
  for (let at = 0; at < heights.length; at++) heights[at] = (heights[at] as number) * plan.relief
  return { size: SIZE, cell: CELL, heights, open: openness(heights), lit: sunlit(heights, sun) }
}

function raise({ seed, breadth, sharpness }: TerrainPlan): Float32Array {
  const noise = createNoise(seed)
  const [hills, peaks, bend]: Noise[] = [
    layered(noise, 8),
    ridged(createNoise(seed + 1), 9),
    layered(createNoise(seed + 2), 3),
  ]
  const heights = new Float32Array(SIZE * SIZE)
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const [u, v] = [x / breadth, y / breadth]
      const [warpX, warpY] = [u + 0.35 * (bend as Noise)(u, v), v + 0.35 * (bend as Noise)(u + 40, v)]
      const rolling = 0.5 + 0.6 * (hills as Noise)(warpX, warpY)
      heights[y * SIZE + x] = clamp(mix(rolling, 1.25 * (peaks as Noise)(warpX * 0.7, warpY * 0.7) - 0.1, sharpness))
    }
  }
  return heights
}

const at = (x: number, y: number) => (y & (SIZE - 1)) * SIZE + (x & (SIZE - 1))

/** Rain: each drop runs downhill, takes along and leaves behind, and so cuts valleys. */
function erode(heights: Float32Array, { seed, drops }: TerrainPlan): void {
  const dice = createDice(seed + 3)
  for (let drop = 0; drop < drops; drop++) {
    let [x, y, dirX, dirY, speed, water, load] = [dice.next() * SIZE, dice.next() * SIZE, 0, 0, 1, 1, 0]
    for (let way = 0; way < 48; way++) {
      const [cellX, cellY] = [Math.floor(x), Math.floor(y)]
      const [here, right, below] = [
        heights[at(cellX, cellY)] as number,
        heights[at(cellX + 1, cellY)] as number,
        heights[at(cellX, cellY + 1)] as number,
      ]
      dirX = dirX * 0.1 - (right - here) * 0.9
      dirY = dirY * 0.1 - (below - here) * 0.9
      const length = Math.hypot(dirX, dirY)
      if (length < 1e-9) break
      x += dirX / length
      y += dirY / length
      const fall = (heights[at(Math.floor(x), Math.floor(y))] as number) - here
      const carry = Math.max(-fall, 0.0004) * speed * water * 6
      const change =
        load > carry || fall > 0
          ? fall > 0
            ? Math.min(fall, load)
            : (load - carry) * 0.3
          : -Math.min((carry - load) * 0.3, -fall)
      load -= change
      spread(heights, cellX, cellY, change)
      speed = Math.sqrt(Math.max(0.01, speed * speed - fall * 4))
      water *= 0.985
    }
  }
}

function spread(heights: Float32Array, x: number, y: number, change: number): void {
  for (const [byX, byY, part] of [
    [0, 0, 0.4],
    [1, 0, 0.15],
    [-1, 0, 0.15],
    [0, 1, 0.15],
    [0, -1, 0.15],
  ] as const) {
    const place = at(x + byX, y + byY)
    heights[place] = (heights[place] as number) + change * part
  }
}

/** The most that a place stands above or below those beside it, as a part of the relief. */
const LOOSE = 0.009
/** Ground that is too steep slides. */
function settle(heights: Float32Array): void {
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const place = at(x, y)
      const mean =
        ((heights[at(x + 1, y)] as number) +
          (heights[at(x - 1, y)] as number) +
          (heights[at(x, y + 1)] as number) +
          (heights[at(x, y - 1)] as number)) /
        4
      heights[place] = mean + clamp((heights[place] as number) - mean, -LOOSE, LOOSE)
    }
  }
}

/** Hollows see less of the sky than crests: a place against the mean of those round it. */
function openness(heights: Float32Array): Float32Array {
  const result = new Float32Array(heights.length).fill(1)
  for (const radius of [3, 9, 24]) {
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const around = [at(x + radius, y), at(x - radius, y), at(x, y + radius), at(x, y - radius)]
        const mean = around.reduce((sum, one) => sum + (heights[one] as number), 0) / 4
        const below = (mean - (heights[at(x, y)] as number)) / (radius * CELL)
        result[at(x, y)] = (result[at(x, y)] as number) * clamp(1 - below * 0.9, 0.35, 1.12)
      }
    }
  }
  return result
}

const SHADOW_STEPS = 220
/** Whether the sun is seen from a place, along the way to it. */
function sunlit(heights: Float32Array, [sunX, sunY, sunZ]: readonly [number, number, number]): Float32Array {
  const flat = Math.hypot(sunX, sunZ)
  const rise = (sunY / flat) * CELL
  const result = new Float32Array(heights.length).fill(1)
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const own = heights[at(x, y)] as number
      let light = 1
      for (let way = 1, far = 1; way < SHADOW_STEPS && light > 0; way++, far += 1 + way * 0.012) {
        const blocked =
          (heights[at(Math.round(x + (sunX / flat) * far), Math.round(y + (sunZ / flat) * far))] as number) -
          own -
          rise * far
        if (blocked > 0) light = Math.min(light, 1 - blocked / (far * CELL * 0.03))
      }
      result[at(x, y)] = Math.max(0, light)
    }
  }
  return result
}

/** Between the four places round it. */
export function readAt(values: Float32Array, x: number, y: number): number {
  const [cellX, cellY] = [Math.floor(x), Math.floor(y)]
  const [inX, inY] = [x - cellX, y - cellY]
  const top = mix(values[at(cellX, cellY)] as number, values[at(cellX + 1, cellY)] as number, inX)
  return mix(top, mix(values[at(cellX, cellY + 1)] as number, values[at(cellX + 1, cellY + 1)] as number, inX), inY)
}
