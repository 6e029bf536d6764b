import { SKELETON_CARDS } from '@verso/protocol/limits'
import type { Nft } from '@verso/protocol/nfts'
import { createElement, type ReactNode, useEffect, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { ErrorState } from '../../ui/loading/states.tsx'
import { LoadMore, type More } from './load-more.tsx'
import type { VirtualGrid } from './virtual-grid.tsx'
import { type CardOptions, NftCard, NftCardSkeleton } from './nft-card.tsx'

/** From here on only the rows near the window are in the page. */
const VIRTUAL_FROM = 200
/** From here on the member is likely to scroll there. */
const VIRTUAL_LOADED_FROM = 100
/** The cards that the first screen shows: their pictures are not left for later. */
const EAGER_CARDS = 5

/** How cards stand beside each other. */
export const GRID_COLUMNS =
  'grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 wide:grid-cols-[repeat(auto-fill,minmax(var(--card-min),1fr))]'

type NftGridProps = {
  label: string
  /** Undefined while the first answer is on its way. */
  nfts: readonly Nft[] | undefined
  empty: ReactNode
  error?: unknown
  onRetry: () => void
  more?: More
  isBusy?: boolean
  card?: CardOptions
}

/** Cards in their four states: skeletons in the cards' own box, cards, nothing, error (docs/rules.md R17). */
export function NftGrid({ label, nfts, empty, error, onRetry, more, isBusy, card }: NftGridProps) {
  const virtualGrid = useVirtualGrid(nfts?.length ?? 0)
  if (!nfts && error) return <ErrorState error={error} onRetry={onRetry} />
  if (!nfts) return <Skeletons label={label} count={SKELETON_CARDS} />
  return (
    <>
      {nfts.length === 0 && !more?.hasMore && empty}
      {nfts.length > VIRTUAL_FROM && virtualGrid
        ? createElement(virtualGrid, { label, nfts, card, columnsClass: GRID_COLUMNS })
        : nfts.length > 0 && (
            <ul aria-label={label} aria-busy={isBusy || undefined} className={GRID_COLUMNS}>
              {nfts.map((nft, index) => (
                <NftCard key={nft.id} nft={nft} isEager={index < EAGER_CARDS} {...card} />
              ))}
            </ul>
          )}
      {more && <LoadMore {...more} isEmpty={nfts.length === 0} />}
    </>
  )
}

type VirtualGridPart = typeof VirtualGrid
let loadedGrid: VirtualGridPart | undefined

/** Until it has arrived, and where it cannot be loaded, the plain grid stays: the scroll position is kept. */
function useVirtualGrid(count: number): VirtualGridPart | undefined {
  const [grid, setGrid] = useState(() => loadedGrid)
  const isWanted = count > VIRTUAL_LOADED_FROM && !grid
  useEffect(() => {
    if (!isWanted) return
    const keep = (part: { VirtualGrid: VirtualGridPart }) => {
      loadedGrid = part.VirtualGrid
      setGrid(() => loadedGrid)
    }
    void import('./virtual-grid.tsx').then(keep, () => undefined)
  }, [isWanted, count])
  return grid
}

const Skeletons = ({ label, count }: { label: string; count: number }) => (
  <>
    <p role="status" className="sr-only">
      {t('loading')}
    </p>
    <ul aria-label={label} aria-busy className={cx(GRID_COLUMNS, 'sheen')}>
      {Array.from({ length: count }, (_, index) => (
        <NftCardSkeleton key={index} />
      ))}
    </ul>
  </>
)
