import { createDice } from '../canvas.ts'
import { type Colour, createFilm, type Film } from './film.ts'
import { clamp, createNoise, layered, mix, type Noise, step } from './noise.ts'
import { added, blend, clearSky, cloudySky, type Direction, scaled, type Sky, type SkyPlan } from './sky.ts'
import { buildTerrain, readAt, type Terrain, type TerrainPlan } from './terrain.ts'

export type Ground = {
  rock: Colour
  soil: Colour
  green: Colour
  snow?: { from: number; colour: Colour }
  /** Height of still water, in metres. */
  water?: number
}
export type LandscapePlan = {
  terrain: TerrainPlan
  sky: SkyPlan
  ground: Ground
  sunlight: Colour
  /** The place of the camera, in metres; how far up the lens looks (in parts of the picture), and how long it is. */
  camera: { x: number; z: number; above: number; horizon: number; focal: number }
  /** The part of the light that is left after a kilometre. */
  clearness: number
  mist?: { top: number; depth: number; density: number }
  /** In parts of the picture: small lights, and how many stars. */
  lamps?: readonly { x: number; y: number; size: number; colour: Colour }[]
  stars?: number
  exposure: number
  seed: number
}

const NEAR = 30
const FAR = 42_000

type Scene = LandscapePlan & { land: Terrain; haze: Sky; specks: Noise; eye: number; width: number; height: number }

/** Column by column from near to far: what is higher in the picture than all before it is seen. */
export function photographLand(plan: LandscapePlan, width: number, height: number): Film {
  const film = createFilm(width, height)
  const land = buildTerrain(plan.terrain, plan.sky.sun)
  const here = readAt(land.heights, plan.camera.x / land.cell, plan.camera.z / land.cell)
  const eye = Math.max(here, plan.ground.water ?? -1e9) + plan.camera.above
  const specks = layered(createNoise(plan.seed), 4)
  const scene: Scene = { ...plan, land, haze: clearSky(plan.sky), specks, eye, width, height }
  const sky = cloudySky(plan.sky)
  for (let column = 0; column < width; column++) {
    const top = drawColumn(film, scene, column)
    for (let row = 0; row < top; row++) put(film, column, row, sky(rayOf(scene, column, row)))
  }
  addStars(film, plan)
  addLamps(film, plan)
  if (plan.ground.water !== undefined) mirror(film, scene)
  return film
}

function rayOf({ camera, width, height }: Scene, column: number, row: number): Direction {
  const x = (column - width / 2) / (camera.focal * width)
  const y = (camera.horizon * height - row) / (camera.focal * width)
  const length = Math.hypot(x, y, 1)
  return [x / length, y / length, 1 / length]
}

function addStars({ width, height, light }: Film, { stars = 0, camera, seed }: LandscapePlan): void {
  const dice = createDice(seed + 9)
  for (let star = 0; star < stars; star++) {
    const [x, y, bright] = [dice.below(width), Math.floor(dice.next() * camera.horizon * height), dice.next() ** 6]
    const at = (y * width + x) * 3
    for (let c = 0; c < 3; c++) light[at + c] = (light[at + c] as number) + bright * 1.6 * (1 - y / height)
  }
}

function addLamps({ width, height, light }: Film, { lamps = [] }: LandscapePlan): void {
  for (const { x, y, size, colour } of lamps) {
    const reach = Math.ceil(size * width * 14)
    const [middleX, middleY] = [Math.round(x * width), Math.round(y * height)]
    for (let row = Math.max(0, middleY - reach); row < Math.min(height, middleY + reach); row++) {
      for (let column = Math.max(0, middleX - reach); column < Math.min(width, middleX + reach); column++) {
        const off = Math.hypot(row - middleY, column - middleX) / (size * width)
        const at = (row * width + column) * 3
        if ((light[at] as number) < 0) continue
        const shine = Math.exp(-off * off) + 0.03 * Math.exp(-off / 3)
        for (let c = 0; c < 3; c++) light[at + c] = (light[at + c] as number) + (colour[c] as number) * shine
      }
    }
  }
}

/** @returns the row above which there is sky */
function drawColumn(film: Film, scene: Scene, column: number): number {
  const { camera, land, width, height, eye } = scene
  const across = (column - width / 2) / (camera.focal * width)
  const level = scene.ground.water ?? -1e9
  let [top, before] = [height, [0, 0, 0] as Colour]
  for (let far = NEAR; far < FAR && top > 0; far *= 1.0032) {
    const [x, z] = [(camera.x + across * far) / land.cell, (camera.z + far) / land.cell]
    const raw = readAt(land.heights, x, z)
    const high = Math.max(level, raw + scene.specks(x * 2.1, z * 2.1) * 7)
    const row = Math.floor(camera.horizon * height - ((high - eye) / far) * camera.focal * width)
    if (row >= top) continue
    const colour = high <= level ? WATER : hazy(scene, [across, far, high], shade(scene, x, z, raw))
    const first = Math.max(0, row)
    const isEdge = top === height || colour === WATER || before === WATER
    for (let at = first; at < top; at++)
      put(film, column, at, isEdge ? colour : blend(colour, before, (at - first) / (top - first)))
    ;[top, before] = [first, colour]
  }
  return top
}

const WATER: Colour = [-1, -1, -1]

function put({ width, light }: Film, x: number, y: number, colour: Colour): void {
  light.set(colour, (y * width + x) * 3)
}

function shade({ land, ground, specks, sky, sunlight, haze }: Scene, x: number, z: number, high: number): Colour {
  const slopeX = (readAt(land.heights, x - 0.7, z) - readAt(land.heights, x + 0.7, z)) / (1.4 * land.cell)
  const slopeZ = (readAt(land.heights, x, z - 0.7) - readAt(land.heights, x, z + 0.7)) / (1.4 * land.cell)
  const [fine, rough] = [specks(x * 6, z * 6), specks(x * 0.9, z * 0.9)]
  const [nx, nz] = [slopeX + fine * 0.25, slopeZ + rough * 0.25]
  const length = Math.hypot(nx, 1, nz)
  const steep = 1 - 1 / Math.hypot(slopeX, 1, slopeZ)
  let colour = blend(ground.green, ground.soil, step(-0.25, 0.35, rough + fine * 0.5))
  colour = blend(colour, ground.rock, step(0.1, 0.26, steep + fine * 0.08))
  colour = scaled(colour, 1 + fine * 0.7)
  if (ground.snow) {
    const lies =
      step(ground.snow.from - 160, ground.snow.from + 160, high + rough * 420) *
      (1 - step(0.24, 0.4, steep + fine * 0.1))
    colour = blend(colour, ground.snow.colour, lies)
  }
  const facing = Math.max(0, (nx * sky.sun[0] + sky.sun[1] + nz * sky.sun[2]) / length)
  const direct = scaled(sunlight, facing * readAt(land.lit, x, z))
  const ambient = scaled(haze([0, 0.75, 0.66]), 0.75 * readAt(land.open, x, z) * (0.65 + 0.35 / length))
  const light = added(direct, ambient)
  return [colour[0] * light[0], colour[1] * light[1], colour[2] * light[2]]
}

/** Distant ground takes the colour of the sky behind it, and mist lies low. */
function hazy(
  { clearness, haze, mist, eye, sky }: Scene,
  [across, far, high]: readonly [number, number, number],
  colour: Colour,
): Colour {
  const length = Math.hypot(across, 1)
  const direction: Direction = [across / length, 0.03, 1 / length]
  let left = clearness ** (far / 1000)
  if (mist) {
    const low = clamp((mist.top - high) / mist.depth)
    const through = Math.min(1, far / 2500) * (eye > mist.top ? 1 : 2)
    left *= Math.exp(-mist.density * low * low * through)
  }
  const near = Math.max(0, direction[0] * sky.sun[0] + direction[1] * sky.sun[1] + direction[2] * sky.sun[2])
  return blend(scaled(haze(direction), 0.92 + 0.12 * near), colour, left)
}

/** Still water shows the picture above it upside down, drawn out by small waves, darker towards one's feet. */
function mirror(film: Film, { camera, height, width, seed, haze }: Scene): void {
  const dice = createDice(seed + 5)
  const waves = layered(createNoise(seed + 6), 4)
  const line = Math.round(camera.horizon * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((film.light[(y * width + x) * 3] as number) >= 0) continue
      const depth = Math.max(1, y - line)
      const ripple = waves(((x / width) * 900) / depth, 2600 / depth) * (4 + depth * 0.1) + (dice.next() - 0.5) * 2
      const from = clamp(Math.round(2 * line - y + ripple * 1.5), 0, line - 1)
      const side = clamp(Math.round(x + waves(x * 0.05, 900 / depth) * 3), 0, width - 1)
      const seen = (from * width + side) * 3
      const clear: Colour = [film.light[seen] as number, film.light[seen + 1] as number, film.light[seen + 2] as number]
      const mirrored = clear[0] < 0 ? haze([0, 0.02, 1]) : clear
      const fresnel = mix(0.9, 0.42, clamp(depth / (height - line)) ** 0.7)
      put(film, x, y, added(scaled(mirrored, fresnel), DEEP, 1 - fresnel))
    }
  }
}
const DEEP: Colour = [0.012, 0.02, 0.028]
