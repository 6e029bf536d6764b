import { colourAt } from './model-knot.ts'
import { dot, normalised, type Point, shapeKnot } from './shape-knot.ts'
import { type Dice, type Drawing, gradient, type Palette, SIZE } from './canvas.ts'

const RINGS = 300
const SIDES = 20
const SCALE = 205
const TILT = 0.3
const LIGHT = normalised([-0.4, 0.7, 0.75])
const HALF_WAY = normalised([-0.4, 0.7, 1.75])

/** The knot of the 3D NFT in a studio, painted from back to front. */
export function sculpture(_dice: Dice, palette: Palette): Drawing {
  const { points, normals } = shapeKnot(RINGS, SIDES)
  const faces = Array.from({ length: RINGS * SIDES }, (_, index) => {
    const [ring, side] = [Math.floor(index / SIDES), index % SIDES]
    const [next, beside] = [((ring + 1) % RINGS) * SIDES, (side + 1) % SIDES]
    const corners = [index, next + side, next + beside, ring * SIDES + beside].map((at) => tilt(points[at] as Point))
    const normal = tilt(normals[index] as Point)
    return {
      corners,
      normal,
      color: colourAt(palette, ring / RINGS),
      depth: corners.reduce((sum, [, , z]) => sum + z, 0),
    }
  })
  const painted = faces
    .filter(({ normal }) => normal[2] > -0.2)
    .sort((a, b) => a.depth - b.depth)
    .map(({ corners, normal, color }) => {
      const path = corners.map(([x, y]) => `${(SIZE / 2 + x * SCALE).toFixed(1)} ${(SIZE / 2 - y * SCALE).toFixed(1)}`)
      return `<path d="M${path.join('L')}z" ${shade(color, normal)}/>`
    })
  const shadow = `<ellipse cx="${SIZE / 2}" cy="${SIZE * 0.9}" rx="250" ry="30" fill="#000" opacity=".35" filter="url(#soft)"/>`
  const body = `<rect width="${SIZE}" height="${SIZE}" fill="url(#room)"/>${shadow}<g stroke-linejoin="round">${painted.join('')}</g>`
  const room = gradient('room', [
    [0, '#23262d'],
    [0.72, '#4a4e57'],
    [0.78, '#2a2d33'],
    [1, '#15171b'],
  ])
  return {
    defs: `${room}<filter id="soft" x="-1" y="-3" width="3" height="7"><feGaussianBlur stdDeviation="18"/></filter>`,
    body,
  }
}

const tilt = ([x, y, z]: Point): Point => [
  x,
  y * Math.cos(TILT) - z * Math.sin(TILT),
  y * Math.sin(TILT) + z * Math.cos(TILT),
]

/** Fill and stroke: faces that only touch would let the ground through. */
function shade(color: Point, normal: Point): string {
  const diffuse = 0.28 + 0.78 * Math.max(0, dot(normal, LIGHT))
  const gloss = 0.75 * Math.max(0, dot(normal, HALF_WAY)) ** 40
  const [red, green, blue] = color.map((value) => Math.round(255 * Math.min(1, value * diffuse + gloss)))
  const paint = `rgb(${red} ${green} ${blue})`
  return `fill="${paint}" stroke="${paint}"`
}
