import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '../../lib/i18n.ts'
import { Button } from '../button.tsx'

type PaginationProps = {
  label: string
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
  isDisabled?: boolean
}

/** "6–10 of 23" with a step back and forth; pages count from 0. */
export function Pagination({ label, page, pageSize, total, onPage, isDisabled }: PaginationProps) {
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1)
  const range = { from: total === 0 ? 0 : page * pageSize + 1, to: Math.min(total, (page + 1) * pageSize), total }
  return (
    <nav aria-label={t('table.pages', { label })} className="flex items-center justify-end gap-1 text-sm text-fg3">
      <span className="num mr-2" aria-live="polite">
        {t('table.range', range)}
      </span>
      <Button
        variant="ghost"
        size="sm"
        className="size-11! p-0!"
        aria-label={t('actions.previousPage')}
        disabled={page === 0 || isDisabled}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={18} />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="size-11! p-0!"
        aria-label={t('actions.nextPage')}
        disabled={page >= lastPage || isDisabled}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={18} />
      </Button>
    </nav>
  )
}
