import { STICKY_SEARCH_SCROLL_PX } from '@verso/protocol/limits'
import { createPortal } from 'react-dom'
import { t } from '../../../lib/i18n.ts'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { useScrolled } from '../../../lib/browser/use-scrolled.ts'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { NAV_SEARCH_SLOT } from '../../shell/top-nav.tsx'
import type { ExploreFilters } from './explore-filters.ts'

type SearchProps = {
  filters: ExploreFilters
  change: (patch: Partial<ExploreFilters>) => void
  isCompact?: boolean
  className?: string
}

export const ExploreSearch = ({ filters, change, isCompact, className }: SearchProps) => (
  <SearchInput
    label={t('search.byName')}
    value={filters.search}
    onChange={(search) => change({ search })}
    isCompact={isCompact}
    className={className}
  />
)

/** The search moves into the navigation after 120 px, on screens wider than 1120 px (docs/rules.md R9). */
export function StickySearch(props: SearchProps) {
  const isScrolled = useScrolled(STICKY_SEARCH_SCROLL_PX)
  const isWide = useMedia('(min-width: 1121px)')
  const slot = document.getElementById(NAV_SEARCH_SLOT)
  if (!isScrolled || !isWide || !slot) return null
  return createPortal(
    <ExploreSearch
      {...props}
      isCompact
      className="transition duration-(--t-base) starting:-translate-y-1 starting:opacity-0"
    />,
    slot,
  )
}
