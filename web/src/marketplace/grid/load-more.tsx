import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'

export type More = { hasMore: boolean; isLoading: boolean; hasFailed: boolean; loadedAtMs: number; load: () => void }
type LoadMoreProps = More & { isEmpty?: boolean }

/** The state of a list that loads on, for `LoadMore`. */
export const moreOf = (list: UseInfiniteQueryResult): More => ({
  // Not of the former list, which stays until the answer to another filter is here.
  hasMore: list.hasNextPage && !list.isPlaceholderData,
  isLoading: list.isFetching,
  hasFailed: list.isFetchNextPageError,
  loadedAtMs: list.dataUpdatedAt,
  load: list.fetchNextPage,
})

/** Two screens ahead, so that the end of the list is rarely seen. */
const AHEAD = '1600px'

/** At the end of a list: loads on when it comes near, says so, and offers another try when that failed. */
export function LoadMore({ hasMore, isLoading, hasFailed, loadedAtMs, isEmpty, load }: LoadMoreProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isWaiting = hasMore && !isLoading && !hasFailed
  useEffect(() => {
    if (!ref.current || !isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: AHEAD })
    observer.observe(ref.current)
    return () => observer.disconnect()
    // After each page anew: an end that was pushed away and scrolled to within one frame has never been out of sight.
  }, [isWaiting, loadedAtMs, load])
  if (!hasMore) return null
  return (
    <div ref={ref} className={isEmpty ? 'grid place-items-center py-24' : 'grid place-items-center py-8'}>
      {hasFailed ? (
        <div role="alert" className="flex flex-wrap items-center justify-center gap-3 text-fg2">
          {t('errors.load')}
          <Button variant="plain" size="sm" onClick={load}>
            {t('actions.tryAgain')}
          </Button>
        </div>
      ) : (
        <span role="status">
          <Spinner className="text-fg3" />
          <span className="sr-only">{t('loading')}</span>
        </span>
      )}
    </div>
  )
}
