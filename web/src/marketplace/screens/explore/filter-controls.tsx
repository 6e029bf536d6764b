import '../../../locales/explore-texts.ts'
import type { NftSort } from '@verso/protocol/nfts/nft-sorts'
import { useCategories } from '../../../api/settings.ts'
import { t } from '../../../lib/i18n.ts'
import { useTyped } from '../../../lib/forms/use-typed.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { appliedAmount, type ExploreFilters, isRangeReversed } from './explore-filters.ts'

export const SORTS: readonly (readonly [NftSort, string])[] = [
  ['-updated_at', t('explore.sort.newest')],
  ['updated_at', t('explore.sort.oldest')],
  ['-price', t('explore.sort.priceDown')],
  ['price', t('explore.sort.priceUp')],
]

type FilterControlsProps = { filters: ExploreFilters; change: (patch: Partial<ExploreFilters>) => void }

/** The filter bar of wide screens. One sort at a time: by price or by date, never both (docs/rules.md R25). */
export function FilterControls({ filters, change }: FilterControlsProps) {
  const categories = useCategories().data ?? []
  return (
    <div className="hidden flex-1 items-center gap-2 wide:flex">
      <Select
        isBare
        aria-label={t('explore.category.label')}
        className="min-w-40"
        none={t('explore.category.all')}
        options={categories.map(({ id, name }) => [String(id), name] as const)}
        value={filters.category}
        onChange={(event) => change({ category: event.target.value })}
      />
      <fieldset className="flex items-center gap-2">
        <legend className="sr-only">{t('explore.price.label')}</legend>
        <PriceInput bound="min" range={filters} change={change} />
        <span className="text-fg3" aria-hidden>
          –
        </span>
        <PriceInput bound="max" range={filters} change={change} />
      </fieldset>
      <Select
        isBare
        aria-label={t('explore.sort.label')}
        className="ml-auto min-w-48"
        options={SORTS}
        value={filters.sort}
        onChange={(event) => change({ sort: event.target.value as NftSort })}
      />
    </div>
  )
}

type PriceRange = Pick<ExploreFilters, 'minPrice' | 'maxPrice'>
type PriceInputProps = { bound: 'min' | 'max'; range: PriceRange; change: (patch: Partial<PriceRange>) => void }

export function PriceInput({ bound, range, change }: PriceInputProps) {
  const [typed, type] = useTyped(range[`${bound}Price`], (next) => change({ [`${bound}Price`]: next }))
  return (
    <label className="control w-full wide:w-26">
      <span className="sr-only">{t(`explore.price.${bound}`)}</span>
      <span aria-hidden className="mr-1.5 text-fg3">
        $
      </span>
      <input
        inputMode="decimal"
        pattern="\d+(\.\d\d?)?"
        placeholder={t(`explore.price.${bound}Short`)}
        value={typed}
        aria-invalid={(typed !== '' && appliedAmount(typed) === undefined) || isRangeReversed(range)}
        onChange={(event) => type(event.target.value)}
        className="num w-full min-w-0 bg-transparent"
      />
    </label>
  )
}

export const ReversedRange = ({ range }: { range: PriceRange }) => (
  <p role="status" className="text-sm text-bad empty:hidden">
    {isRangeReversed(range) && t('explore.price.reversed')}
  </p>
)
