import './filter-texts.ts'
import { X } from 'lucide-react'
import { useCategories } from '../../../api/settings.ts'
import { useUser } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { memberNameOf } from '../../../lib/initials.ts'
import { Button } from '../../../ui/button.tsx'
import { appliedRange, type ExploreFilters } from './explore-filters.ts'
import { ReversedRange } from './filter-controls.tsx'

type ActiveFiltersProps = { filters: ExploreFilters; change: (patch: Partial<ExploreFilters>) => void }

/** The filters beside the search, and a way to undo them. */
export function ActiveFilters({ filters, change }: ActiveFiltersProps) {
  const categories = useCategories().data
  const [minPrice, maxPrice] = appliedRange(filters)
  const category = categories?.find(({ id }) => String(id) === filters.category)
  return (
    <>
      {filters.creator && <CreatorChip id={filters.creator} />}
      {category && <Chip>{category.name}</Chip>}
      {minPrice && <Chip>{t('explore.price.from', { amount: minPrice })}</Chip>}
      {maxPrice && <Chip>{t('explore.price.to', { amount: maxPrice })}</Chip>}
      <ReversedRange range={filters} />
      <Button
        variant="ghost"
        size="sm"
        onClick={() => change({ category: '', minPrice: '', maxPrice: '', creator: '' })}
      >
        <X size={14} />
        {t('explore.clear')}
      </Button>
    </>
  )
}

const Chip = ({ children }: { children: React.ReactNode }) => (
  <span className="h-8 max-w-56 truncate rounded-full bg-s2 px-3 text-sm/8 text-fg2">{children}</span>
)

function CreatorChip({ id }: { id: string }) {
  const { data: user, isError } = useUser(id)
  const name = user ? memberNameOf(user) : isError ? t('explore.nobody') : '…'
  return <Chip>{t('explore.ownedBy', { name })}</Chip>
}
