import { formatMonthDay } from '@verso/protocol/dates'
import { useOverview } from '../../api/admin/admin-operations.ts'
import { t } from '../../lib/i18n.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Day, type Figure, formatFigure } from './figures.ts'

const CHARTS: Figure[] = ['turnover', 'fees', 'members', 'mints']

/** A day of UTC as MM/DD, wherever the person is. */
const dayLabel = (date: string): string => formatMonthDay(`${date}T12:00:00`)

/** Sales, fees, new members and mints of the last 30 days, a bar a day. */
export function DayCharts() {
  const { data, error, refetch } = useOverview()
  return (
    <Panel title={t('admin:dashboard.charts')}>
      {data ? (
        <div className="grid gap-x-8 gap-y-8 md:grid-cols-2">
          {CHARTS.map((figure) => (
            <DayChart key={figure} figure={figure} days={data.days} />
          ))}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Panel>
  )
}

function DayChart({ figure, days }: { figure: Figure; days: Day[] }) {
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
      <div className="mt-3">
        <BarChart
          label={t('admin:dashboard.chartOf', { figure: name })}
          points={days.map((day) => ({ at: day.date, value: day[figure] }))}
          formatDate={dayLabel}
          formatValue={(value) => formatFigure(figure, value)}
        />
      </div>
    </figure>
  )
}
