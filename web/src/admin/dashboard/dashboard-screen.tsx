import { Suspense } from 'react'
import { t } from '../../lib/i18n.ts'
import { Boundary } from '../../ui/loading/boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ModerationQueue } from '../moderation/moderation-queue.tsx'
import { AttentionTiles } from './attention-tiles.tsx'
import { HealthPanel } from './health-panel.tsx'
import { TestModalButton } from './test-modal-button.tsx'
import { TodayFigures } from './today-figures.tsx'
import { UnknownTokensPanel } from './unknown-tokens-panel.tsx'

// The charts' library is most of this page's weight, and loads after it.
const DayCharts = lazyPart(() => import('./day-charts.tsx'), 'DayCharts')

/** `/`: the heading "Dashboard", the test-modal button (docs/rules.md R61), what needs a person now, and how things go. */
export const DashboardScreen = () => (
  <div className="flex flex-col gap-6">
    <div className="flex flex-wrap items-center justify-between gap-4">
      <PageHeading>{t('admin:dashboard.title')}</PageHeading>
      <TestModalButton />
    </div>
    <AttentionTiles />
    <UnknownTokensPanel />
    <ModerationQueue />
    <TodayFigures />
    <Boundary>
      <Suspense fallback={<Skeleton className="h-80 w-full rounded-xl!" />}>
        <DayCharts />
      </Suspense>
    </Boundary>
    <HealthPanel />
  </div>
)
