import { SEARCH_MAX_LENGTH } from '@verso/protocol/limits'
import { NFT_SORTS, type NftSort } from '@verso/protocol/nfts/nft-sorts'
import type { Nft } from '@verso/protocol/nfts'
import { parseUsdCents } from '@verso/protocol/usd'
import { useCallback, useMemo } from 'react'
import { type History, useChangeParams } from '../../../lib/navigation/use-change-params.ts'
import type { NftQuery } from '../../../api/nfts/nfts.ts'
import { shownListing } from '../../nfts/nft-view.ts'

/** `all` is offered beside a creator: everything they own. */
export type Showing = 'marketplace' | 'gallery' | 'all'
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

function readFilters(params: URLSearchParams): ExploreFilters {
  const text = (name: keyof ExploreFilters) => params.get(NAMES[name]) ?? ''
  const sort = text('sort')
  const showing = text('showing')
  return {
    search: text('search').slice(0, SEARCH_MAX_LENGTH),
    category: /^\d+$/.test(text('category')) ? text('category') : '',
    showing: showing === 'gallery' ? showing : text('creator') && showing !== 'marketplace' ? 'all' : 'marketplace',
    minPrice: text('minPrice'),
    maxPrice: text('maxPrice'),
    sort: isSort(sort) ? sort : NO_FILTERS.sort,
    creator: text('creator'),
  }
}

const isOf = (patch: Partial<ExploreFilters>, ...keys: (keyof ExploreFilters)[]) =>
  (Object.keys(patch) as (keyof ExploreFilters)[]).every((key) => keys.includes(key))
/** Each choice is a step that Back undoes; so is a price range, however many keys it took. */
function historyOf(patch: Partial<ExploreFilters>): History {
  if (isOf(patch, 'search')) return 'replace'
  return isOf(patch, 'minPrice', 'maxPrice') ? 'typing' : 'push'
}

/** Beside a creator the default shows all, so that the Marketplace has to be named. */
const isDefault = (key: keyof ExploreFilters, value: string, { creator }: ExploreFilters) =>
  value === 'all' || (value === NO_FILTERS[key] && !(key === 'showing' && creator))

export function useExploreFilters(): [ExploreFilters, (patch: Partial<ExploreFilters>) => void] {
  const [params, changeParams] = useChangeParams()
  const filters = useMemo(() => readFilters(params), [params])
  const change = useCallback(
    (patch: Partial<ExploreFilters>) => {
      const entries = Object.entries(patch) as [keyof ExploreFilters, string][]
      const values = entries.map(([key, value]) => [NAMES[key], isDefault(key, value, filters) ? '' : value])
      changeParams(Object.fromEntries(values), historyOf(patch))
    },
    [changeParams, filters],
  )
  return [filters, change]
}

/** An amount as the server takes it; what is none ("12.345", "-1") filters nothing. */
export const appliedAmount = (text: string): string | undefined =>
  parseUsdCents(text) === null ? undefined : text.trim()

type PriceRange = Pick<ExploreFilters, 'minPrice' | 'maxPrice'>
export const isRangeReversed = ({ minPrice, maxPrice }: PriceRange): boolean =>
  (parseUsdCents(minPrice) ?? 0) > (parseUsdCents(maxPrice) ?? Infinity)
/** The prices in force; a lowest above the highest is none. */
export const appliedRange = (range: PriceRange): (string | undefined)[] =>
  isRangeReversed(range) ? [] : [appliedAmount(range.minPrice), appliedAmount(range.maxPrice)]

/** Marketplace: an active or reserved listing. Gallery: none (docs/rules.md R23). */
export function toQuery(filters: ExploreFilters): NftQuery {
  const [min_price, max_price] = appliedRange(filters)
  return {
    approved: true,
    listed: filters.showing === 'all' ? undefined : filters.showing === 'marketplace',
    category: filters.category ? Number(filters.category) : undefined,
    owned_by: filters.creator || undefined,
    search: filters.search.trim() || undefined,
    min_price,
    max_price,
    sort: filters.sort,
  }
}

/** The same filters over what is loaded: the screen answers at once, the server a moment later (docs/rules.md R24, R25). */
export function filterLoaded(nfts: readonly Nft[], filters: ExploreFilters): Nft[] {
  const needle = filters.search.trim().toLowerCase()
  const [min, max] = appliedRange(filters)
  return nfts.filter((nft) => {
    const listing = shownListing(nft)
    const price = listing ? listing.price : (nft.last_sale_price ?? NaN)
    return (
      (filters.showing === 'all' || (filters.showing === 'marketplace') === Boolean(listing)) &&
      (!filters.category || nft.category === Number(filters.category)) &&
      (min === undefined || price >= Number(min)) &&
      (max === undefined || price <= Number(max)) &&
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
