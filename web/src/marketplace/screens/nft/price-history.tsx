import { compareDates, formatMonthDay } from '@verso/protocol/dates'
import { LineChart as ChartIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useNftListings } from '../../../api/nfts/nft-history.ts'
import { t } from '../../../lib/i18n.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../ui/loading/states.tsx'

type PriceHistoryProps = { nftId: string; version: string }

/** The prices of its sales: SOLD listings only, MM/DD, one decimal (docs/rules.md R29). */
export function PriceHistory({ nftId, version }: PriceHistoryProps) {
  const { data: listings, error, refetch } = useNftListings(nftId, version)
  const points = useMemo(
    () =>
      listings
        ?.filter((listing) => listing.status === 'SOLD')
        .map((listing) => ({ at: listing.updated_at, value: listing.price }))
        .sort((a, b) => compareDates(a.at, b.at)),
    [listings],
  )
  const only = points?.length === 1 ? points[0] : undefined
  return (
    <Disclosure name="prices" title={t('nft.history.title')} icon={<ChartIcon size={18} />}>
      {only && (
        <p className="text-fg2">
          {t('nft.history.once', { price: usdText(only.value), date: formatMonthDay(only.at) })}
        </p>
      )}
      {points ? (
        <LineChart
          label={t('nft.history.title')}
          points={points}
          formatDate={formatMonthDay}
          formatValue={usdText}
          gridDecimals={1}
          empty={t('nft.history.empty')}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton style={{ height: 264 }} className="w-full" />
      )}
    </Disclosure>
  )
}

const usdText = (usd: number) => `${usd.toFixed(1)} ${t('price.currency')}`
