import '../../../locales/explore-texts.ts'
import { STICKY_FILTERS_SCROLL_PX } from '@verso/protocol/limits'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { type NftQuery, useNfts } from '../../../api/nfts/nfts.ts'
import { useMe } from '../../../api/users.ts'
import { cx } from '../../../lib/cx.ts'
import { t } from '../../../lib/i18n.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useScrolled } from '../../../lib/browser/use-scrolled.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Boundary } from '../../../ui/loading/boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { openModal } from '../../../ui/overlays/modal.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { useBuyNft } from '../../nfts/use-buy-nft.ts'
import { moreOf } from '../../grid/load-more.tsx'
import { NftGrid } from '../../grid/nft-grid.tsx'
import {
  type ExploreFilters,
  filterLoaded,
  hasExtraFilters,
  NO_FILTERS,
  toQuery,
  useExploreFilters,
} from './explore-filters.ts'
import { ExploreSearch, StickySearch } from './explore-search.tsx'
import { FrontPlace } from './front/front-place.tsx'
import { FilterControls } from './filter-controls.tsx'

const SETTLE_MS = 300
const ActiveFilters = lazyPart(() => import('./active-filters.tsx'), 'ActiveFilters')
const EmptyGrid = lazyPart(() => import('./empty-grid.tsx'), 'EmptyGrid')
const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'), 'FilterSheet')

export function ExploreScreen() {
  const [filters, change] = useExploreFilters()
  useStartOfList(filters)
  const { shown, total, list } = useShownNfts(filters)
  const buy = useBuyNft()
  const viewerId = useMe().data?.id
  const isUnfiltered = useLocation().search === ''
  const card = useMemo(() => ({ onBuy: buy, viewerId }), [buy, viewerId])
  return (
    <>
      <div className="page flex flex-col gap-5 pt-7 pb-2 md:flex-row md:items-end md:pt-10 md:pb-4">
        <div className="flex-1">
          <PageHeading>{t('explore.title')}</PageHeading>
          <p className="mt-1 text-fg3" aria-live="polite">
            {list.isLoadingError
              ? ''
              : total === undefined
                ? t('explore.loading')
                : t(`explore.count.${filters.showing}`, { count: total })}
          </p>
        </div>
        <div className="flex gap-2 md:w-[420px]">
          <ExploreSearch className="flex-1" filters={filters} change={change} />
          <OpenFilters filters={filters} change={change} />
        </div>
      </div>
      <StickySearch filters={filters} change={change} />
      <FilterBar filters={filters} change={change} />
      {isUnfiltered && <FrontPlace />}
      {/* At least a screen high: a list that shrinks must not move the sticky search while it is typed in. No scroll
          anchor: the page would follow a card to wherever another sort puts it, away from the place that Back returns to. */}
      <div className="page min-h-dvh pt-2 [overflow-anchor:none]">
        <NftGrid
          label={t('explore.title')}
          nfts={shown}
          error={list.error}
          onRetry={() => void list.refetch()}
          isBusy={list.isPlaceholderData}
          empty={
            <Boundary>
              <Suspense>
                <EmptyGrid
                  isSearch={filters.search !== ''}
                  onClear={() => change({ ...NO_FILTERS, showing: filters.showing, sort: filters.sort })}
                />
              </Suspense>
            </Boundary>
          }
          more={moreOf(list)}
          card={card}
        />
      </div>
    </>
  )
}

/** Another filter shows the start of its list, where the filter bar just sticks; Back and Forward lead to where one was. */
function useStartOfList(filters: ExploreFilters): void {
  const isBackOrForward = useNavigationType() === 'POP'
  const shown = useRef(filters)
  // Not before the address has changed: the place in the former list stays that list's.
  useLayoutEffect(() => {
    if (shown.current === filters) return
    shown.current = filters
    const top = STICKY_FILTERS_SCROLL_PX + 1
    if (!isBackOrForward && scrollY > top) scrollTo({ top, behavior: 'instant' })
  }, [filters, isBackOrForward])
}

/**
 * The loaded NFTs are filtered at once; the settled query goes to the server, whose answer then takes their place, so the result
 * is the same as matching the whole catalogue.
 */
function useShownNfts(filters: ExploreFilters) {
  const search = useDebounced(filters.search, SETTLE_MS)
  const minPrice = useDebounced(filters.minPrice, SETTLE_MS)
  const maxPrice = useDebounced(filters.maxPrice, SETTLE_MS)
  const query: NftQuery = toQuery({ ...filters, search, minPrice, maxPrice })
  const list = useNfts(query)
  const isSettled =
    search === filters.search &&
    minPrice === filters.minPrice &&
    maxPrice === filters.maxPrice &&
    !list.isPlaceholderData
  const shown = useMemo(() => list.data && filterLoaded(list.data.nfts, filters), [list.data, filters])
  // Nothing of what is loaded fits, but the server is still looking: not empty yet.
  const isStillLooking = shown?.length === 0 && !isSettled
  return {
    shown: useDeferredValue(isStillLooking ? undefined : shown),
    total: isSettled ? list.data?.total : isStillLooking ? undefined : shown?.length,
    list,
  }
}

type FilterProps = { filters: ExploreFilters; change: (patch: Partial<ExploreFilters>) => void }

function FilterBar({ filters, change }: FilterProps) {
  const isStuck = useScrolled(STICKY_FILTERS_SCROLL_PX)
  const showing = (['all', 'marketplace', 'gallery'] as const)
    .filter((one) => one !== 'all' || filters.creator)
    .map((one) => [one, t(`explore.showing.${one}`)] as const)
  return (
    <div
      data-sticks
      className={cx('z-30 wide:sticky wide:top-(--nav)', isStuck && 'wide:glass wide:border-b wide:border-line')}
    >
      <div className="page flex flex-wrap items-center gap-2 py-3">
        <div className="w-full wide:w-auto">
          <Segmented
            label={t('explore.showing.label')}
            items={showing}
            value={filters.showing}
            onChange={(next) => change({ showing: next })}
            isWide
          />
        </div>
        <FilterControls filters={filters} change={change} />
        {/* A row of its own: what is chosen must not push aside what it was chosen with. */}
        {hasExtraFilters(filters) && (
          <div className="flex min-h-9 w-full flex-wrap items-center gap-2">
            <Boundary>
              <Suspense>
                <ActiveFilters filters={filters} change={change} />
              </Suspense>
            </Boundary>
          </div>
        )}
      </div>
    </div>
  )
}

const OpenFilters = ({ filters, change }: FilterProps) => (
  <IconButton
    label={t('explore.filters')}
    className="bg-s2 hairline wide:hidden"
    onClick={() =>
      openModal({
        title: t('explore.filters'),
        kind: 'sheet',
        render: (close) => <FilterSheet start={filters} apply={change} close={close} />,
      })
    }
  >
    <SlidersHorizontal size={18} />
  </IconButton>
)
