import '../../../locales/dashboard-texts.ts'
import { formatClock, formatMonthDay } from '@verso/protocol/dates'
import { addressOf } from '@verso/protocol/pages/pages'
import { formatUsd } from '@verso/protocol/usd'
import { useEarnedTotals, useEarnings } from '../../../api/money/earnings.ts'
import { useNftCount } from '../../../api/nfts/nft-count.ts'
import { useStatement } from '../../../api/money/statements.ts'
import { useMe, useUser } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { formatTotal } from '../../../lib/list-total.ts'
import { nameOf } from '../../../lib/initials.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { Link } from '../../../ui/link.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../ui/loading/states.tsx'
import { Attention } from './attention.tsx'
import { earningsOverTime, isOfOneDay } from './earnings-over-time.ts'
import { RecentActivity } from './recent-activity.tsx'

/** The member's own dashboard: NFTs, sales, earnings over time, what happened and what needs attention. */
export function DashboardScreen() {
  const { data: me } = useMe()
  return (
    <div className="page flex flex-col gap-6 pt-7 md:pt-10">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading className="flex-[1_1_12rem]" lead={me && nameOf(me)}>
          {t('navs:titles.dashboard')}
        </PageHeading>
        <ButtonLink to={addressOf('createNft')}>{t('navs:titles.createNft')}</ButtonLink>
      </div>
      <Figures userId={me?.id} />
      <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <EarningsChart />
        <Attention />
      </div>
      <RecentActivity />
    </div>
  )
}

function Figures({ userId }: { userId: string | undefined }) {
  const isKnown = userId !== undefined
  const user = useUser(userId ?? '', isKnown)
  const listed = useNftCount({ owned_by: userId, listed: true }, isKnown)
  const earnings = useEarnings()
  const queries = [user, listed, earnings]
  const failed = queries.filter((query) => query.isLoadingError)
  if (failed[0]) {
    const retry = () => Promise.all(failed.map((query) => query.refetch()))
    return (
      <Panel>
        <ErrorState error={failed[0].error} onRetry={() => void retry()} />
      </Panel>
    )
  }
  const counts = user.data?.counts
  const tabs = (['owned', 'created', 'sold'] as const).map((tab) => ({
    label: t(`dashboard.figures.${tab}`),
    value: counts && formatTotal(counts[tab]),
    to: addressOf('user', { userId: userId ?? '', tab }),
  }))
  const figures = [
    ...tabs,
    {
      label: t('dashboard.figures.listed'),
      value: listed.data === undefined ? undefined : formatTotal(listed.data),
      to: addressOf('collection', { listed: '1' }),
    },
    {
      label: t('dashboard.figures.balance'),
      value: earnings.data && formatUsd(earnings.data.balance),
      unit: t('price.currency'),
      note:
        earnings.data && earnings.data.held > 0
          ? t('dashboard.held', { amount: formatUsd(earnings.data.held) })
          : undefined,
      to: addressOf('settingsTab', { tab: 'earnings' }),
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 wide:grid-cols-5">
      {figures.map((figure) => (
        <Figure key={figure.label} {...figure} />
      ))}
    </dl>
  )
}

type FigureProps = {
  label: string
  value: string | undefined
  unit?: string
  note?: string | undefined
  to: string
}

const Figure = ({ label, value, unit, note, to }: FigureProps) => (
  <div className="relative min-w-0 rounded-xl bg-s1 p-4 hairline last:col-span-2 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-(--ring) sm:p-5 md:last:col-span-1">
    <dt className="truncate text-sm text-fg3">
      <Link to={to} className="outline-none after:absolute after:inset-0 hover:text-fg">
        {label}
      </Link>
    </dt>
    <dd className="num mt-1 text-2xl font-semibold tracking-[-.03em]">
      {value ?? <Skeleton className="mt-1 h-7 w-16" />}
      {unit && value !== undefined && <span className="ml-1.5 text-base font-medium text-fg3">{unit}</span>}
    </dd>
    {note && <dd className="mt-0.5 truncate text-sm text-fg3">{note}</dd>}
  </div>
)

function EarningsChart() {
  const statement = useStatement('earnings')
  const totals = useEarnedTotals()
  const points = statement.data && totals.data && earningsOverTime(statement.data.rows, totals.data.total)
  const failed = [statement, totals].filter((query) => query.isLoadingError)
  const retry = () => Promise.all(failed.map((query) => query.refetch()))
  return (
    <Panel title={t('dashboard.earnings')} lead={t('dashboard.earningsLead')}>
      {points ? (
        <LineChart
          label={t('dashboard.earnings')}
          points={points}
          formatDate={isOfOneDay(points) ? formatClock : formatMonthDay}
          formatValue={(usd) => `${formatUsd(usd)} ${t('price.currency')}`}
          empty={t('dashboard.noEarnings')}
        />
      ) : failed[0] ? (
        <ErrorState error={failed[0].error} onRetry={() => void retry()} />
      ) : (
        <Skeleton style={{ height: 264 }} />
      )}
    </Panel>
  )
}
