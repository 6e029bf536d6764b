import { formatMonthDay } from '@verso/protocol/dates'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { useOverview } from '../../api/admin-operations.ts'
import { t } from '../../lib/i18n.ts'
import { useElementWidth } from '../../lib/use-element-width.ts'
import { Panel } from '../../ui/panel.tsx'
import { type Day, type Figure, formatFigure } from './figures.ts'

const CHARTS: Figure[] = ['turnover', 'fees', 'members', 'mints']
const HEIGHT_PX = 180

/** A day of UTC as MM/DD, wherever the person is. */
const dayLabel = (date: string): string => formatMonthDay(`${date}T12:00:00`)

/** Sales, fees, new members and mints of the last 30 days, a bar a day. */
export function DayCharts() {
  const days = useOverview().data?.days ?? []
  return (
    <Panel title={t('admin:dashboard.charts')}>
      <div className="grid gap-x-8 gap-y-8 md:grid-cols-2">
        {CHARTS.map((figure) => (
          <DayChart key={figure} figure={figure} days={days} />
        ))}
      </div>
    </Panel>
  )
}

function DayChart({ figure, days }: { figure: Figure; days: Day[] }) {
  const [box, width] = useElementWidth(420)
  const name = t(`admin:dashboard.figure.${figure}`)
  const total = days.reduce((sum, day) => sum + day[figure], 0)
  return (
    <figure className="min-w-0">
      <figcaption className="flex items-baseline justify-between gap-4">
        <span className="font-medium">{name}</span>
        <span className="num text-sm text-fg3">
          {t('admin:dashboard.total', { value: formatFigure(figure, Math.round(total * 100) / 100) })}
        </span>
      </figcaption>
      <div ref={box} className="mt-3" role="img" aria-label={t('admin:dashboard.chartOf', { figure: name })}>
        <BarChart
          width={width}
          height={HEIGHT_PX}
          data={days}
          margin={{ left: 0, right: 0, top: 4, bottom: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="date"
            tickFormatter={dayLabel}
            tick={{ fill: 'var(--fg3)', fontSize: 12 }}
            tickLine={false}
            axisLine={false}
            minTickGap={28}
          />
          <YAxis
            width={44}
            allowDecimals={false}
            tick={{ fill: 'var(--fg3)', fontSize: 12 }}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            cursor={{ fill: 'var(--s3)' }}
            isAnimationActive={false}
            content={({ payload }) => <Tip figure={figure} day={payload[0]?.payload as Day | undefined} />}
          />
          <Bar
            dataKey={figure}
            fill="var(--accent-text)"
            radius={[3, 3, 0, 0]}
            maxBarSize={18}
            isAnimationActive={false}
          />
        </BarChart>
      </div>
    </figure>
  )
}

const Tip = ({ figure, day }: { figure: Figure; day: Day | undefined }) =>
  day ? (
    <div className="rounded-sm bg-s2 px-3 py-2 text-sm shadow-pop">
      <p className="text-fg3">{dayLabel(day.date)}</p>
      <p className="num font-semibold">{formatFigure(figure, day[figure])}</p>
    </div>
  ) : null
