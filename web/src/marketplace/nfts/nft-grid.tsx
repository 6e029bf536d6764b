import { SKELETON_CARDS } from '@verso/protocol/limits'
import type { Nft } from '@verso/protocol/nfts'
import { lazy, type ReactNode, Suspense } from 'react'
import { t } from '../../lib/i18n.ts'
import { ErrorState } from '../../ui/states.tsx'
import { LoadMore } from './load-more.tsx'
import { type CardOptions, NftCard, NftCardSkeleton } from './nft-card.tsx'

const VirtualGrid = lazy(async () => ({ default: (await import('./virtual-grid.tsx')).VirtualGrid }))

/** From here on only the rows near the window are in the page. */
const VIRTUAL_FROM = 200
/** The cards that the first screen shows: their pictures are not left for later. */
const EAGER_CARDS = 5

const COLUMNS =
  'grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 wide:grid-cols-[repeat(auto-fill,minmax(var(--card-min),1fr))]'

type NftGridProps = {
  label: string
  /** Undefined while the first answer is on its way. */
  nfts: readonly Nft[] | undefined
  empty: ReactNode
  error?: unknown
  onRetry: () => void
  more?: { hasMore: boolean; isLoading: boolean; hasFailed: boolean; load: () => void }
  isBusy?: boolean
  card?: CardOptions
}

/** Cards in their four states: skeletons in the cards' own box, cards, nothing, error (spec §2, 12 skeletons). */
export function NftGrid({ label, nfts, empty, error, onRetry, more, isBusy, card }: NftGridProps) {
  if (!nfts && error) return <ErrorState error={error} onRetry={onRetry} />
  if (!nfts) return <Skeletons label={label} count={SKELETON_CARDS} />
  return (
    <>
      {nfts.length === 0 && !more?.hasMore && empty}
      {nfts.length > VIRTUAL_FROM ? (
        <Suspense fallback={<Skeletons label={label} count={SKELETON_CARDS} />}>
          <VirtualGrid label={label} nfts={nfts} card={card} />
        </Suspense>
      ) : (
        nfts.length > 0 && (
          <ul aria-label={label} aria-busy={isBusy || undefined} className={COLUMNS}>
            {nfts.map((nft, index) => (
              <NftCard key={nft.id} nft={nft} isEager={index < EAGER_CARDS} {...card} />
            ))}
          </ul>
        )
      )}
      {more && <LoadMore {...more} isEmpty={nfts.length === 0} />}
    </>
  )
}

const Skeletons = ({ label, count }: { label: string; count: number }) => (
  <>
    <p role="status" className="sr-only">
      {t('loading')}
    </p>
    <ul aria-label={label} aria-busy className={COLUMNS}>
      {Array.from({ length: count }, (_, index) => (
        <NftCardSkeleton key={index} />
      ))}
    </ul>
  </>
)
