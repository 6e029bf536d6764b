import { useId } from 'react'
import { t } from '../../lib/i18n.ts'
import { useElementWidth } from '../../lib/browser/use-element-width.ts'
import { type ChartPoint, chartGeometry } from './chart-geometry.ts'
import { useActivePoint } from './use-active-point.ts'

type Geometry = ReturnType<typeof chartGeometry>
type LineChartProps = {
  label: string
  points: readonly ChartPoint[]
  formatDate: (iso: string) => string
  formatValue: (value: number) => string
  /** Decimals of the values beside the grid; without it as many as each needs. */
  gridDecimals?: number
  empty?: string
}

/** One line over time. Pointing shows a value; with the keyboard the arrow keys walk the points. */
export function LineChart(props: LineChartProps) {
  const { label, points, formatDate, formatValue, gridDecimals, empty = t('chart.empty') } = props
  const { active, handlers } = useActivePoint(points.length)
  const [ref, width] = useElementWidth(640)
  if (points.length === 0) return <p className="py-10 text-center text-fg3">{empty}</p>
  const geometry = chartGeometry(points, width, formatDate)
  const summary = points.map(({ at, value }) => `${formatDate(at)} ${formatValue(value)}`).join(', ')
  return (
    <div ref={ref} className="relative min-w-0" role="group" aria-label={label}>
      <svg
        viewBox={`0 0 ${width} ${geometry.height}`}
        width={width}
        height={geometry.height}
        className="block max-w-full overflow-visible rounded-sm"
        role="img"
        aria-label={`${label}: ${summary}`}
        {...handlers(geometry.x)}
      >
        <Grid geometry={geometry} decimals={gridDecimals} />
        <Line geometry={geometry} points={points} active={active} formatDate={formatDate} />
      </svg>
      {active !== null && points[active] && (
        <Reading
          geometry={geometry}
          index={active}
          point={points[active]}
          isRightHalf={geometry.x(active) > width / 2}
          formatDate={formatDate}
          formatValue={formatValue}
        />
      )}
    </div>
  )
}

function Grid({ geometry, decimals }: { geometry: Geometry; decimals: number | undefined }) {
  return geometry.gridValues.map((value) => (
    <g key={value}>
      <line x1={geometry.left} x2={geometry.right} y1={geometry.y(value)} y2={geometry.y(value)} stroke="var(--line)" />
      <text
        x={geometry.left - 10}
        y={geometry.y(value) + 4}
        textAnchor="end"
        fontSize="12"
        fill="var(--fg3)"
        className="num"
      >
        {decimals === undefined ? Number(value.toFixed(2)) : value.toFixed(decimals)}
      </text>
    </g>
  ))
}

type LineProps = {
  geometry: Geometry
  points: readonly ChartPoint[]
  active: number | null
  formatDate: (iso: string) => string
}

function Line({ geometry, points, active, formatDate }: LineProps) {
  const { x, y, line } = geometry
  const fade = useId()
  return (
    <>
      <defs>
        <linearGradient id={fade} x2="0" y2="1">
          <stop stopColor="var(--accent)" stopOpacity=".22" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </linearGradient>
      </defs>
      {points.length > 1 && (
        <path d={`${line}L${x(points.length - 1)} ${y(0)}L${x(0)} ${y(0)}z`} fill={`url(#${fade})`} />
      )}
      <path
        d={line}
        fill="none"
        stroke="var(--accent-text)"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {active !== null && (
        <line x1={x(active)} x2={x(active)} y1={geometry.top} y2={y(0)} stroke="var(--fg3)" strokeDasharray="3 4" />
      )}
      {points.map((point, index) => (
        <g key={`${point.at}-${index}`}>
          <circle
            cx={x(index)}
            cy={y(point.value)}
            r={active === index ? 5.5 : 3.5}
            fill={active === index ? 'var(--accent-text)' : 'var(--s1)'}
            stroke="var(--accent-text)"
            strokeWidth="2"
          />
          {geometry.labelled.has(index) && (
            <text
              x={x(index)}
              y={geometry.height - 6}
              textAnchor="middle"
              fontSize="12"
              fill="var(--fg3)"
              className="num"
            >
              {formatDate(point.at)}
            </text>
          )}
        </g>
      ))}
    </>
  )
}

type ReadingProps = Pick<LineChartProps, 'formatDate' | 'formatValue'> & {
  geometry: Geometry
  index: number
  point: ChartPoint
  isRightHalf: boolean
}

function Reading({ geometry, index, point, isRightHalf, formatDate, formatValue }: ReadingProps) {
  const style = {
    left: geometry.x(index),
    top: geometry.y(point.value),
    transform: `translate(${isRightHalf ? 'calc(-100% - 12px)' : '12px'}, -50%)`,
  }
  return (
    <div role="status" className="pop pointer-events-none absolute px-3 py-2 text-sm whitespace-nowrap" style={style}>
      <b className="num font-semibold">{formatValue(point.value)}</b>
      <span className="ml-2 text-fg3">{formatDate(point.at)}</span>
    </div>
  )
}
