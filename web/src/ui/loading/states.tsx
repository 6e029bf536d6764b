import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { Button } from '../button.tsx'

/** In place of an empty list: a sentence and a way out. */
export function EmptyState({
  title,
  description,
  icon,
  action,
  isPage,
}: {
  title: string
  description?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  /** All that the page has: its title is the page's heading. */
  isPage?: boolean
}) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-16 text-center">
      {icon && (
        <span aria-hidden className="grid size-14 place-items-center rounded-full bg-s2 text-fg3">
          {icon}
        </span>
      )}
      <Title className="text-lg font-semibold">{title}</Title>
      {description && <p className="max-w-md text-fg3">{description}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

/** In place of a list or a page that could not be loaded. */
export function ErrorState({
  error,
  message,
  onRetry,
  className,
}: {
  error?: unknown
  /** In place of the error's own text. */
  message?: string | undefined
  onRetry?: () => void
  className?: string
}) {
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-3 px-4 py-16 text-center', className)}>
      <CircleAlert size={28} className="text-bad" />
      <p className="max-w-md text-fg2">{message ?? errorMessage(error, t(error ? 'errors.default' : 'errors.load'))}</p>
      {onRetry && (
        <Button variant="plain" onClick={onRetry}>
          {t('actions.tryAgain')}
        </Button>
      )}
    </div>
  )
}
