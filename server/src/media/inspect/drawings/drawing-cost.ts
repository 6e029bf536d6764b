import { type Drawing, type Element, readDrawing } from './read-drawing.ts'
import { TooComplicated } from './reduce-svg.ts'

/** The work of a renderer: shapes that are drawn, and passes over the whole picture, whose time grows with its size. */
export type Cost = { shapes: number; passes: number }

/** The longer side of the picture made of a drawing. The renderer goes through the whole drawing again for each 2,000 × 2,000 pixels. */
const RASTER_SIDE_PX = 2_000
/** Of a drawing with so many passes that it takes seconds at the full size. */
const LEAST_SIDE_PX = 500
/** Passes over 2,000 × 2,000 pixels that take a second. */
const MAX_PASSES = 200
/** The time that it takes on any size of picture. */
const MAX_SHAPES = 100_000
/** Parts that name parts that name parts …: more than drawing programs nest. */
const MAX_NAMED_DEPTH = 30
/**
 * Elements that are drawn only where they are named, with the passes of each use besides their content. Measured in the renderer, in units of one sheet
 * of half transparency: 5 ms of processor time for 2,000 × 2,000 pixels. A filter of large shapes costs up to fifty times as much.
 */
const PASSES_BY_NAMED: Readonly<Record<string, number>> = {
  pattern: 2,
  mask: 7,
  clipPath: 0,
  filter: 8,
  marker: 0,
  linearGradient: 0,
  radialGradient: 0,
  symbol: 0,
  defs: 0,
}
const DRAWN = /^(?:path|rect|circle|ellipse|line|polyline|polygon)$/
const STEP = /^fe[A-Z]/
const PASSES_BY_STEP: Readonly<Record<string, number>> = { feGaussianBlur: 3, feDropShadow: 5 }
/** `blur(2)` and others, which need no element. */
const PASSES_BY_FUNCTION = 8
const REFERENCE = /url\(\s*["']?#([^"')]+)["']?\s*\)/g
const OWN_REFERENCES = ['mask', 'clip-path', 'filter', 'href', 'xlink:href']
const PAINTS = ['fill', 'stroke']
const MARKERS = ['marker', 'marker-start', 'marker-mid', 'marker-end']
/** Letters of a path that are as much work as a shape. */
const LETTERS_PER_SHAPE = 500
const GLYPHS_PER_SHAPE = 5
const STOPS_PER_SHAPE = 50

/**
 * How large the picture of a drawing can be, so that it takes seconds at most.
 * @throws TooComplicated when no size is small enough; Error when it is not well-formed
 */
export function rasterSidePx(source: string): number {
  const sidePx = Math.floor(RASTER_SIDE_PX * Math.min(1, Math.sqrt(MAX_PASSES / costOf(source).passes)))
  if (sidePx < LEAST_SIDE_PX) throw new TooComplicated()
  return sidePx
}

/**
 * Counts before a drawing is drawn: in a few bytes each part can name another one a hundred times, which names the next.
 * @throws TooComplicated when that is too much at every size; Error when it is not well-formed
 */
export function costOf(source: string): Cost {
  const drawing = readDrawing(source)
  const cost = contentCost(drawing.root, createCounter(drawing))
  if (!(cost.shapes <= MAX_SHAPES && Number.isFinite(cost.passes))) throw new TooComplicated()
  return cost
}

type CountNamed = (ids: readonly string[]) => Cost
const NOTHING: Cost = { shapes: 0, passes: 0 }
const sum = (costs: readonly Cost[]): Cost =>
  costs.reduce((one, other) => ({ shapes: one.shapes + other.shapes, passes: one.passes + other.passes }), NOTHING)
const times = ({ shapes, passes }: Cost, count: number): Cost => ({ shapes: shapes * count, passes: passes * count })

/** Each named part is counted once, and added for each use. */
function createCounter({ byId }: Drawing): CountNamed {
  const known = new Map<Element, Cost>()
  const open = new Set<Element>()
  const ofNamed = (id: string): Cost => {
    const named = byId.get(id)
    if (!named) return NOTHING
    const found = known.get(named)
    if (found) return found
    // Drawn within itself: renderers give up somewhere, after any number of rounds.
    if (open.has(named) || open.size === MAX_NAMED_DEPTH) throw new TooComplicated()
    open.add(named)
    const use = { shapes: 0, passes: PASSES_BY_NAMED[named.name] ?? 0 }
    const cost = sum([use, ownCost(named, countNamed), contentCost(named, countNamed)])
    open.delete(named)
    known.set(named, cost)
    return cost
  }
  const countNamed: CountNamed = (ids) => sum(ids.map(ofNamed))
  return countNamed
}

const contentCost = (element: Element, countNamed: CountNamed): Cost =>
  sum(
    element.children
      .filter(({ name }) => !Object.hasOwn(PASSES_BY_NAMED, name))
      .flatMap((child) => [ownCost(child, countNamed), contentCost(child, countNamed)]),
  )

function ownCost(element: Element, countNamed: CountNamed): Cost {
  const { name, attributes, inherited } = element
  const named = OWN_REFERENCES.flatMap((each) => idsIn(attributes.get(each)))
  const isShape = DRAWN.test(name)
  const isPainted = isShape || element.textLength > 0
  const painted = isPainted ? PAINTS.flatMap((each) => idsIn(inherited.get(each))) : []
  const marked = isShape ? MARKERS.flatMap((each) => idsIn(inherited.get(each))) : []
  return sum([
    { shapes: shapesOf(element), passes: passesOf(element) },
    countNamed([...named, ...painted]),
    marked.length === 0 ? NOTHING : times(countNamed(marked), pointsOf(attributes)),
  ])
}

function shapesOf({ name, attributes, textLength }: Element): number {
  if (name === 'stop') return 1 / STOPS_PER_SHAPE
  return (DRAWN.test(name) ? 1 + outlineOf(attributes).length / LETTERS_PER_SHAPE : 0) + textLength / GLYPHS_PER_SHAPE
}

/** A translucent element is drawn on a sheet of its own. */
function passesOf({ name, attributes }: Element): number {
  if (STEP.test(name)) return PASSES_BY_STEP[name] ?? 1
  const functions = (attributes.get('filter') ?? '').replace(REFERENCE, '').split('(').length - 1
  const isSheet = Number.parseFloat(attributes.get('opacity') ?? '1') !== 1
  return (isSheet ? 1 : 0) + functions * PASSES_BY_FUNCTION
}

const outlineOf = (attributes: Element['attributes']): string => attributes.get('d') ?? attributes.get('points') ?? ''
/** At most: a point has a number for each of its two sides. */
const pointsOf = (attributes: Element['attributes']): number =>
  2 + (outlineOf(attributes).match(/[a-z]|-?[\d.]+/gi)?.length ?? 0) / 2

const idsIn = (value = ''): string[] =>
  value.startsWith('#') ? [value.slice(1)] : [...value.matchAll(REFERENCE)].map(([, id]) => id as string)
