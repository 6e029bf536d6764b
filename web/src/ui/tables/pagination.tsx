import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '../../lib/i18n.ts'
import { isMoreThanCounted } from '../../lib/list-total.ts'
import { Button } from '../button.tsx'

export type Pages = {
  page: number
  total: number
  /** Known where the server gives the pages out: a total that is not counted to its end does not tell it. */
  hasNext?: boolean
  onPage: (page: number) => void
  /** Of pages asked for by a cursor: called when the last row of this one has gone, and those before it are still there. */
  onPastEnd?: () => void
}
type PaginationProps = Pages & { label: string; pageSize: number; isDisabled?: boolean }

/** "6–10 of 23" with a step back and forth; pages count from 0. */
export function Pagination({ label, page, pageSize, total, onPage, isDisabled, ...pages }: PaginationProps) {
  const end = (page + 1) * pageSize
  const hasNext = pages.hasNext ?? end < total
  const range = {
    from: total === 0 ? 0 : page * pageSize + 1,
    to: isMoreThanCounted(total) ? end : Math.min(total, end),
    total,
  }
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
        disabled={!hasNext || isDisabled}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={18} />
      </Button>
    </nav>
  )
}
