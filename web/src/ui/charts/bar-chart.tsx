import { useElementWidth } from '../../lib/browser/use-element-width.ts'
import { type ChartPoint, gridValuesFor, labelledPoints } from './chart-geometry.ts'
import { useActivePoint } from './use-active-point.ts'

const HEIGHT = 180
const LEFT = 44
const TOP = 4
const BOTTOM = 30
const LABEL_GAP = 60
const BAR_MAX = 18
const RADIUS = 3

type BarChartProps = {
  label: string
  points: readonly ChartPoint[]
  formatDate: (at: string) => string
  formatValue: (value: number) => string
}
type Geometry = ReturnType<typeof barGeometry>

/** A bar for each day. Pointing shows a value; with the keyboard the arrow keys walk the bars. */
export function BarChart({ label, points, formatDate, formatValue }: BarChartProps) {
  const { active, handlers } = useActivePoint(points.length)
  const [ref, width] = useElementWidth(420)
  const geometry = barGeometry(points, width)
  const summary = points.map(({ at, value }) => `${formatDate(at)} ${formatValue(value)}`).join(', ')
  const read = active === null ? undefined : points[active]
  return (
    <div ref={ref} className="relative min-w-0" role="group" aria-label={label}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        className="block max-w-full overflow-visible rounded-sm"
        role="img"
        aria-label={`${label}: ${summary}`}
        {...handlers(geometry.x)}
      >
        <Grid geometry={geometry} width={width} />
        {active !== null && (
          <rect
            x={geometry.x(active) - geometry.band / 2}
            y={TOP}
            width={geometry.band}
            height={geometry.y(0) - TOP}
            fill="var(--s3)"
          />
        )}
        {points.map(
          ({ at, value }, index) => value > 0 && <path key={at} d={geometry.bar(index)} fill="var(--accent-text)" />,
        )}
        <Dates geometry={geometry} points={points} formatDate={formatDate} />
      </svg>
      {read && active !== null && (
        <div
          role="status"
          className="pointer-events-none absolute rounded-sm bg-s2 px-3 py-2 text-sm whitespace-nowrap shadow-pop"
          style={geometry.beside(active)}
        >
          <p className="text-fg3">{formatDate(read.at)}</p>
          <p className="num font-semibold">{formatValue(read.value)}</p>
        </div>
      )}
    </div>
  )
}

function barGeometry(points: readonly ChartPoint[], width: number) {
  const gridValues = gridValuesFor(Math.max(...points.map(({ value }) => value), 1), 1)
  const top = gridValues.at(-1) ?? 1
  const band = (width - LEFT) / Math.max(1, points.length)
  const x = (index: number) => LEFT + band * (index + 0.5)
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const wide = Math.min(BAR_MAX, band * 0.8)
  const bar = (index: number) => {
    const head = y(points[index]?.value ?? 0)
    const radius = Math.min(RADIUS, y(0) - head, wide / 2)
    const straight = wide - 2 * radius
    return `M${x(index) - wide / 2} ${y(0)}V${head + radius}q0-${radius} ${radius}-${radius}h${straight}q${radius} 0 ${radius} ${radius}V${y(0)}z`
  }
  /** The place of the reading: on the side that has room for it. */
  const beside = (index: number) => ({
    left: x(index),
    top: HEIGHT / 3,
    transform: `translate(${index > points.length / 2 ? 'calc(-100% - 12px)' : '12px'}, -50%)`,
  })
  return { gridValues, band, x, y, bar, beside }
}

const Grid = ({ geometry: { gridValues, y }, width }: { geometry: Geometry; width: number }) =>
  gridValues.map((value) => (
    <g key={value}>
      <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} stroke="var(--line)" />
      <text x={LEFT - 8} y={y(value) + 4} textAnchor="end" fontSize="12" fill="var(--fg3)" className="num">
        {value}
      </text>
    </g>
  ))

type DatesProps = Pick<BarChartProps, 'points' | 'formatDate'> & { geometry: Geometry }

const Dates = ({ geometry: { x }, points, formatDate }: DatesProps) =>
  [...labelledPoints(points, x, formatDate, LABEL_GAP)].map((index) => (
    <text key={index} x={x(index)} y={HEIGHT - 10} textAnchor="middle" fontSize="12" fill="var(--fg3)" className="num">
      {formatDate(points[index]?.at ?? '')}
    </text>
  ))
