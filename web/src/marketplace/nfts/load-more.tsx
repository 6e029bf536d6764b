import { useEffect, useRef } from 'react'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

type LoadMoreProps = { hasMore: boolean; isLoading: boolean; hasFailed: boolean; isEmpty?: boolean; load: () => void }

/** Two screens ahead, so that the end of the list is rarely seen. */
const AHEAD = '1600px'

/** At the end of a list: loads on when it comes near, says so, and offers another try when that failed. */
export function LoadMore({ hasMore, isLoading, hasFailed, isEmpty, load }: LoadMoreProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isWaiting = hasMore && !isLoading && !hasFailed
  useEffect(() => {
    if (!ref.current || !isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: AHEAD })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isWaiting, load])
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
