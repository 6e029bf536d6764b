import type { NftSort } from '@verso/protocol/nfts/nft-sorts'
import { useCategories } from '../../../api/settings.ts'
import { t } from '../../../lib/i18n.ts'
import { useTyped } from '../../../lib/forms/use-typed.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { appliedAmount, type ExploreFilters, isSortOf, type Showing } from './explore-filters.ts'

const SORTS: readonly (readonly [NftSort, string])[] = [
  ['-updated_at', t('explore.sort.newest')],
  ['updated_at', t('explore.sort.oldest')],
  ['-price', t('explore.sort.priceDown')],
  ['price', t('explore.sort.priceUp')],
]

export const sortsOf = (showing: Showing) => SORTS.filter(([sort]) => isSortOf(showing, sort))

type FilterControlsProps = { filters: ExploreFilters; change: (patch: Partial<ExploreFilters>) => void }

/** The filter bar of wide screens. One sort at a time: by price or by date, never both (docs/rules.md R25). */
export function FilterControls({ filters, change }: FilterControlsProps) {
  const categories = useCategories().data ?? []
  const isGallery = filters.showing === 'gallery'
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
      <fieldset className="flex items-center gap-2" disabled={isGallery}>
        <legend className="sr-only">{t('explore.price.label')}</legend>
        <PriceInput bound="min" value={filters.minPrice} onChange={(minPrice) => change({ minPrice })} />
        <span className="text-fg3" aria-hidden>
          –
        </span>
        <PriceInput bound="max" value={filters.maxPrice} onChange={(maxPrice) => change({ maxPrice })} />
      </fieldset>
      <Select
        isBare
        aria-label={t('explore.sort.label')}
        className="ml-auto min-w-48"
        options={sortsOf(filters.showing)}
        value={filters.sort}
        onChange={(event) => change({ sort: event.target.value as NftSort })}
      />
    </div>
  )
}

type PriceInputProps = { bound: 'min' | 'max'; value: string; onChange: (value: string) => void }

export function PriceInput({ bound, value, onChange }: PriceInputProps) {
  const [typed, type] = useTyped(value, onChange)
  return (
    <label className="control w-full has-disabled:opacity-45 wide:w-26">
      <span className="sr-only">{t(`explore.price.${bound}`)}</span>
      <span aria-hidden className="mr-1.5 text-fg3">
        $
      </span>
      <input
        type="number"
        min={0}
        step={0.01}
        inputMode="decimal"
        placeholder={t(`explore.price.${bound}Short`)}
        value={typed}
        aria-invalid={typed !== '' && appliedAmount(typed) === undefined}
        onChange={(event) => type(event.target.value)}
        className="num w-full min-w-0 bg-transparent"
      />
    </label>
  )
}
