export type Point = readonly [number, number, number]
/** A closed band: `rings` rings of `sides` points each, ring by ring; the last ring joins the first. */
export type Knot = { rings: number; sides: number; points: Point[]; normals: Point[] }

const TURNS_ROUND = 2
const TURNS_THROUGH = 3
const RING_RADIUS = 1
const TUBE_RADIUS = 0.46
const BAND_WIDTH = 0.3
const BAND_THICKNESS = 0.13
/** Whole turns of the flat band on its way, so that its end meets its beginning. */
const TWISTS = 3

const add = (a: Point, b: Point, factor = 1): Point => [
  a[0] + b[0] * factor,
  a[1] + b[1] * factor,
  a[2] + b[2] * factor,
]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const normalised = (a: Point): Point => add([0, 0, 0], a, 1 / Math.hypot(...a))

/** A trefoil knot, laid as a flat, rounded band that twists on its way. It faces the z axis. */
export function shapeKnot(rings: number, sides: number): Knot {
  const points: Point[] = []
  const normals: Point[] = []
  for (let ring = 0; ring < rings; ring++) {
    const way = (ring / rings) * 2 * Math.PI
    const { centre, across, out } = frameAt(way)
    for (let side = 0; side < sides; side++) {
      const angle = (side / sides) * 2 * Math.PI
      const [x, y] = [BAND_WIDTH * Math.cos(angle), BAND_THICKNESS * Math.sin(angle)]
      const [nx, ny] = [Math.cos(angle) / BAND_WIDTH, Math.sin(angle) / BAND_THICKNESS]
      points.push(add(add(centre, across, x), out, y))
      normals.push(normalised(add(add([0, 0, 0], across, nx), out, ny)))
    }
  }
  return { rings, sides, points, normals }
}

function centreAt(way: number): Point {
  const [round, through] = [TURNS_ROUND * way, TURNS_THROUGH * way]
  const radius = RING_RADIUS + TUBE_RADIUS * Math.cos(through)
  return [radius * Math.cos(round), radius * Math.sin(round), TUBE_RADIUS * Math.sin(through)]
}

/** The two directions of the cross-section; they start from the torus that the knot lies on, which never flips. */
function frameAt(way: number): { centre: Point; across: Point; out: Point } {
  const centre = centreAt(way)
  const forward = normalised(add(centreAt(way + 1e-3), centreAt(way - 1e-3), -1))
  const [round, through] = [TURNS_ROUND * way, TURNS_THROUGH * way]
  const surface: Point = [Math.cos(through) * Math.cos(round), Math.cos(through) * Math.sin(round), Math.sin(through)]
  const side = normalised(cross(forward, surface))
  const up = cross(side, forward)
  const [cos, sin] = [Math.cos(TWISTS * way), Math.sin(TWISTS * way)]
  return {
    centre,
    across: add(add([0, 0, 0], side, cos), up, sin),
    out: add(add([0, 0, 0], up, cos), side, -sin),
  }
}
