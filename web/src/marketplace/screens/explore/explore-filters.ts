import { SEARCH_MAX_LENGTH } from '@verso/protocol/limits'
import { NFT_SORTS, type NftSort } from '@verso/protocol/nfts/nft-sorts'
import type { Nft } from '@verso/protocol/nfts'
import { parseUsdCents } from '@verso/protocol/usd'
import { useCallback, useMemo } from 'react'
import { type History, useChangeParams } from '../../../lib/navigation/use-change-params.ts'
import type { NftQuery } from '../../../api/nfts/nfts.ts'
import { shownListing } from '../../nfts/nft-view.ts'

export type Showing = 'marketplace' | 'gallery'
/** Everything a person may want to share or to come back to: it lives in the address. */
export type ExploreFilters = {
  search: string
  category: string
  showing: Showing
  minPrice: string
  maxPrice: string
  sort: NftSort
  creator: string
}

export const NO_FILTERS: ExploreFilters = {
  search: '',
  category: '',
  showing: 'marketplace',
  minPrice: '',
  maxPrice: '',
  sort: '-updated_at',
  creator: '',
}

const NAMES: Record<keyof ExploreFilters, string> = {
  search: 'search',
  category: 'category',
  showing: 'showing',
  minPrice: 'min_price',
  maxPrice: 'max_price',
  sort: 'sort',
  creator: 'creator',
}

const isSort = (value: string): value is NftSort => (NFT_SORTS as readonly string[]).includes(value)

/** The Gallery has no prices to sort by. */
export const isSortOf = (showing: Showing, sort: NftSort): boolean =>
  showing === 'marketplace' || !sort.endsWith('price')

/** The address may be written by hand: a value that is not a number is left out. */
const numberIn = (text: string) => (Number.isNaN(Number(text)) ? '' : text)

function readFilters(params: URLSearchParams): ExploreFilters {
  const text = (name: keyof ExploreFilters) => params.get(NAMES[name]) ?? ''
  const sort = text('sort')
  const showing = text('showing') === 'gallery' ? 'gallery' : 'marketplace'
  return {
    search: text('search').slice(0, SEARCH_MAX_LENGTH),
    category: /^\d+$/.test(text('category')) ? text('category') : '',
    showing,
    minPrice: numberIn(text('minPrice')),
    maxPrice: numberIn(text('maxPrice')),
    sort: isSort(sort) && isSortOf(showing, sort) ? sort : NO_FILTERS.sort,
    creator: text('creator'),
  }
}

/** Each choice is a step that Back undoes; so is a price range, however many keys it took. */
const isOf = (patch: Partial<ExploreFilters>, ...keys: (keyof ExploreFilters)[]) =>
  (Object.keys(patch) as (keyof ExploreFilters)[]).every((key) => keys.includes(key))
function historyOf(patch: Partial<ExploreFilters>): History {
  if (isOf(patch, 'search')) return 'replace'
  return isOf(patch, 'minPrice', 'maxPrice') ? 'typing' : 'push'
}

export function useExploreFilters(): [ExploreFilters, (patch: Partial<ExploreFilters>) => void] {
  const [params, changeParams] = useChangeParams()
  const filters = useMemo(() => readFilters(params), [params])
  const change = useCallback(
    (patch: Partial<ExploreFilters>) => {
      const entries = Object.entries(patch) as [keyof ExploreFilters, string][]
      const values = entries.map(([key, value]) => [NAMES[key], value === NO_FILTERS[key] ? '' : value])
      changeParams(Object.fromEntries(values), historyOf(patch))
    },
    [changeParams],
  )
  return [filters, change]
}

/** An amount as the server takes it; what is none ("12.345", "-1") filters nothing. */
export const appliedAmount = (text: string): string | undefined =>
  parseUsdCents(text) === null ? undefined : text.trim()

/** Marketplace: an active or reserved listing. Gallery: none, so prices do not apply (docs/rules.md R23, R25). */
export function toQuery(filters: ExploreFilters): NftQuery {
  const isMarketplace = filters.showing === 'marketplace'
  return {
    approved: true,
    listed: isMarketplace,
    category: filters.category ? Number(filters.category) : undefined,
    owned_by: filters.creator || undefined,
    search: filters.search.trim() || undefined,
    min_price: isMarketplace ? appliedAmount(filters.minPrice) : undefined,
    max_price: isMarketplace ? appliedAmount(filters.maxPrice) : undefined,
    sort: filters.sort,
  }
}

/** The same filters over what is loaded: the screen answers at once, the server a moment later (docs/rules.md R24). */
export function filterLoaded(nfts: readonly Nft[], filters: ExploreFilters): Nft[] {
  const needle = filters.search.trim().toLowerCase()
  const isMarketplace = filters.showing === 'marketplace'
  const minCents = isMarketplace ? parseUsdCents(filters.minPrice) : null
  const maxCents = isMarketplace ? parseUsdCents(filters.maxPrice) : null
  return nfts.filter((nft) => {
    const listing = shownListing(nft)
    const priceCents = listing ? Math.round(listing.price * 100) : null
    return (
      isMarketplace === Boolean(listing) &&
      (!filters.category || nft.category === Number(filters.category)) &&
      (minCents === null || (priceCents ?? 0) >= minCents) &&
      (maxCents === null || (priceCents ?? 0) <= maxCents) &&
      (!needle || matches(nft.name, needle) || matches(nft.description, needle) || isCreatedBy(nft, needle))
    )
  })
}

const matches = (text: string | null, needle: string) => text?.toLowerCase().includes(needle) ?? false

/** By the creator's public name; two characters are too few for a part of it, as on the server. */
function isCreatedBy({ creator }: Nft, needle: string): boolean {
  const name = (creator.display_name ?? creator.first_name ?? '').toLowerCase()
  return needle.length < 3 ? name.startsWith(needle) : name.includes(needle)
}

/** Filters a person set beside search, sort and Showing: what "Clear" takes away. */
export const hasExtraFilters = (filters: ExploreFilters): boolean =>
  Boolean(filters.category || filters.minPrice || filters.maxPrice || filters.creator)
