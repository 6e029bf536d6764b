import { useOverview } from '../../api/admin/admin-operations.ts'
import { t } from '../../lib/i18n.ts'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { FIGURES, formatFigure } from './figures.ts'

/** The figures of the day, beside yesterday's. */
export function TodayFigures() {
  const { data, error } = useOverview()
  const [yesterday, today] = [data?.days.at(-2), data?.days.at(-1)]
  return (
    <Panel title={t('admin:dashboard.figures')}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-6 md:grid-cols-5">
        {FIGURES.map((figure) => (
          <div key={figure} className="flex min-w-0 flex-col">
            <dt className="text-sm text-fg3">{t(`admin:dashboard.figure.${figure}`)}</dt>
            {today && yesterday ? (
              <dd>
                <span className="num block text-xl font-semibold">{formatFigure(figure, today[figure])}</span>
                <span className="num text-sm text-fg3">
                  {t('admin:dashboard.yesterday', { value: formatFigure(figure, yesterday[figure]) })}
                </span>
              </dd>
            ) : (
              <dd>{error ? '–' : <Skeleton className="mt-1 h-10 w-20" />}</dd>
            )}
          </div>
        ))}
      </dl>
    </Panel>
  )
}
