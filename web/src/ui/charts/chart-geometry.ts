export type ChartPoint = { at: string; value: number }

const HEIGHT = 264
const LEFT = 48
const RIGHT = 16
const TOP = 16
const BOTTOM = 30
const LABEL_GAP = 44

/** A round step that gives at most five grid lines: 1, 2 or 5 times a power of ten. */
function gridStep(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest / 5))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => highest / step <= 5) ?? power * 10
}

/** The values beside the grid's lines, from 0 up to the first that nothing exceeds. */
export function gridValuesFor(highest: number, leastStep = 0): number[] {
  const step = Math.max(leastStep, gridStep(highest))
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, index) => index * step)
}

/** The positions of all parts of a line chart, in pixels. Time is the x axis; the y axis starts at 0. */
export function chartGeometry(points: readonly ChartPoint[], width: number, formatDate: (iso: string) => string) {
  const times = points.map((point) => Date.parse(point.at))
  const first = times[0] ?? 0
  const span = Math.max(1, (times.at(-1) ?? 0) - first)
  const gridValues = gridValuesFor(Math.max(...points.map((point) => point.value), 0.01))
  const top = gridValues.at(-1) ?? 1
  const x = (index: number) =>
    points.length < 2
      ? (width + LEFT) / 2
      : LEFT + 12 + (((times[index] ?? first) - first) / span) * (width - LEFT - RIGHT - 24)
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const line = points
    .map((point, index) => `${index ? 'L' : 'M'}${x(index).toFixed(1)} ${y(point.value).toFixed(1)}`)
    .join('')
  return {
    width,
    height: HEIGHT,
    left: LEFT,
    right: width - RIGHT,
    top: TOP,
    x,
    y,
    line,
    gridValues,
    labelled: labelledPoints(points, x, formatDate, LABEL_GAP),
  }
}

/** The points whose date fits under the axis, counted from the newest; each is there once. */
export function labelledPoints(
  points: readonly ChartPoint[],
  x: (index: number) => number,
  formatDate: (iso: string) => string,
  gap: number,
): Set<number> {
  const labelled = new Set<number>()
  const dates = new Set<string>()
  let nextX = Number.POSITIVE_INFINITY
  for (const [index, { at }] of [...points.entries()].toReversed()) {
    const date = formatDate(at)
    if (nextX - x(index) < gap || dates.has(date)) continue
    labelled.add(index)
    dates.add(date)
    nextX = x(index)
  }
  return labelled
}

export const nearestPoint = (count: number, x: (index: number) => number, px: number): number => {
  let nearest = 0
  for (let index = 1; index < count; index++) if (Math.abs(x(index) - px) < Math.abs(x(nearest) - px)) nearest = index
  return nearest
}
