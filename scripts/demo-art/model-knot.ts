import type { Palette } from './canvas.ts'
import { type Knot, type Point, shapeKnot } from './shape-knot.ts'

const RINGS = 340
const SIDES = 28
/** Constants of glTF 2.0 and of its binary container. */
const [FLOAT, UNSIGNED_SHORT] = [5126, 5123]
const [VERTICES, INDICES] = [34962, 34963]
const [MAGIC, VERSION, JSON_CHUNK, BINARY_CHUNK] = [0x46546c67, 2, 0x4e4f534a, 0x004e4942]

/** The knot as a binary glTF, coloured along its way with the palette's inks. */
export function modelKnot(palette: Palette): Buffer {
  const knot = shapeKnot(RINGS, SIDES)
  const parts = [
    new Float32Array(knot.points.flat()),
    new Float32Array(knot.normals.flat()),
    colourVertices(knot, palette),
    joinRings(knot),
  ].map((values) => Buffer.from(values.buffer))
  const views = parts.map((part, index) => ({
    buffer: 0,
    byteOffset: parts.slice(0, index).reduce((sum, before) => sum + before.length, 0),
    byteLength: part.length,
    target: index === 3 ? INDICES : VERTICES,
  }))
  const count = knot.points.length
  const bounds = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => Math.fround(pick(...knot.points.map((point) => point[axis] as number))))
  const gltf = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'Knot' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, COLOR_0: 2 }, indices: 3, material: 0 }] }],
    materials: [{ name: 'Glaze', pbrMetallicRoughness: { metallicFactor: 0.25, roughnessFactor: 0.32 } }],
    buffers: [{ byteLength: Buffer.concat(parts).length }],
    bufferViews: views,
    accessors: [
      { bufferView: 0, componentType: FLOAT, count, type: 'VEC3', min: bounds(Math.min), max: bounds(Math.max) },
      { bufferView: 1, componentType: FLOAT, count, type: 'VEC3' },
      { bufferView: 2, componentType: UNSIGNED_SHORT, normalized: true, count, type: 'VEC4' },
      { bufferView: 3, componentType: UNSIGNED_SHORT, count: count * 6, type: 'SCALAR' },
    ],
  }
  return container(Buffer.from(JSON.stringify(gltf)), Buffer.concat(parts))
}

function joinRings({ rings, sides }: Knot): Uint16Array {
  const indices: number[] = []
  for (let ring = 0; ring < rings; ring++) {
    for (let side = 0; side < sides; side++) {
      const [next, beside] = [(ring + 1) % rings, (side + 1) % sides]
      const [a, b] = [ring * sides + side, next * sides + side]
      const [c, d] = [next * sides + beside, ring * sides + beside]
      indices.push(a, b, c, a, c, d)
    }
  }
  return new Uint16Array(indices)
}

const colourVertices = ({ rings, sides, points }: Knot, palette: Palette) =>
  new Uint16Array(
    points.flatMap((_, index) => {
      const color = colourAt(palette, Math.floor(index / sides) / rings).map(toLinear)
      return [...color, 1].map((value) => Math.round(value * 65_535))
    }),
  )

/** Red, green and blue from 0 to 1 at a place of the way: from ink to ink and back to the first. */
export function colourAt([, ...inks]: Palette, place: number): Point {
  const at = place * inks.length
  const [from, to] = [Math.floor(at) % inks.length, (Math.floor(at) + 1) % inks.length].map((index) =>
    channels(inks[index] as string),
  ) as [Point, Point]
  const share = at - Math.floor(at)
  const mix = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * share
  return [mix(0), mix(1), mix(2)]
}

const channels = (hex: string): Point =>
  [1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16) / 255) as unknown as Point

/** glTF wants light, not the values of a screen. */
const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

function container(json: Buffer, binary: Buffer): Buffer {
  const padded = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, ' ')])
  const header = (...words: number[]) => Buffer.from(new Uint32Array(words).buffer)
  return Buffer.concat([
    header(MAGIC, VERSION, 28 + padded.length + binary.length),
    header(padded.length, JSON_CHUNK),
    padded,
    header(binary.length, BINARY_CHUNK),
    binary,
  ])
}
