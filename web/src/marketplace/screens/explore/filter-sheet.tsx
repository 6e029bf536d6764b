import './filter-texts.ts'
import { type ReactNode, useState } from 'react'
import { useCategories } from '../../../api/settings.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { type ExploreFilters, NO_FILTERS } from './explore-filters.ts'
import { PriceInput, ReversedRange, SORTS } from './filter-controls.tsx'

type FilterSheetProps = { start: ExploreFilters; apply: (patch: Partial<ExploreFilters>) => void; close: () => void }

/** The filters of small screens: chosen in a sheet, applied together. */
export function FilterSheet({ start, apply, close }: FilterSheetProps) {
  const [draft, setDraft] = useState(start)
  const change = (patch: Partial<ExploreFilters>) => setDraft((current) => ({ ...current, ...patch }))
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const { category, minPrice, maxPrice, sort } = draft
    apply({ category, minPrice, maxPrice, sort })
    close()
  }
  return (
    <form className="mt-4 flex flex-col gap-6 text-fg" onSubmit={submit}>
      <CategoryChips value={draft.category} onChange={(category) => change({ category })} />
      <Group legend={t('explore.price.label')}>
        <div className="grid grid-cols-2 gap-2">
          <PriceInput bound="min" range={draft} change={change} />
          <PriceInput bound="max" range={draft} change={change} />
          <ReversedRange range={draft} />
        </div>
      </Group>
      <Group legend={t('explore.sort.label')}>
        {SORTS.map(([sort, label]) => (
          <label key={sort} className="flex h-12 items-center justify-between border-b border-line last:border-0">
            {label}
            <input
              type="radio"
              name="sort"
              checked={draft.sort === sort}
              onChange={() => change({ sort })}
              className="size-5 accent-(--accent)"
            />
          </label>
        ))}
      </Group>
      <div className="flex gap-2">
        <Button
          variant="plain"
          size="lg"
          onClick={() => change({ category: '', minPrice: '', maxPrice: '', sort: NO_FILTERS.sort })}
        >
          {t('explore.clear')}
        </Button>
        <Button type="submit" size="lg" className="flex-1">
          {t('explore.apply')}
        </Button>
      </div>
    </form>
  )
}

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-2.5 text-sm font-semibold text-fg3">{legend}</legend>
    {children}
  </fieldset>
)

function CategoryChips({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const categories = useCategories().data ?? []
  const choices = [{ id: '', name: t('explore.category.all') }, ...categories]
  return (
    <Group legend={t('explore.category.label')}>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ id, name }) => (
          <label
            key={id}
            className="grid h-11 place-items-center rounded-full bg-s2 px-4 font-medium text-fg2 hairline has-checked:bg-fg has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-(--ring)"
          >
            <input
              type="radio"
              name="category"
              checked={value === String(id)}
              onChange={() => onChange(String(id))}
              className="sr-only"
            />
            {name}
          </label>
        ))}
      </div>
    </Group>
  )
}
