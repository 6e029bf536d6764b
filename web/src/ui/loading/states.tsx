import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { Button } from '../button.tsx'

/** What a list shows when it has nothing: a sentence and a way out. */
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

/** What a list or a page shows when it could not be loaded. */
export function ErrorState({
  error,
  message,
  onRetry,
  className,
}: {
  error?: unknown
  /** In place of the error's own text. */
  message?: string
  onRetry?: () => void
  className?: string
}) {
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-3 px-4 py-16 text-center', className)}>
      <CircleAlert size={28} className="text-bad" />
      <p className="max-w-md text-fg2">{message ?? (error ? errorMessage(error) : t('errors.load'))}</p>
      {onRetry && (
        <Button variant="plain" onClick={onRetry}>
          {t('actions.tryAgain')}
        </Button>
      )}
    </div>
  )
}

const NOTICES = {
  error: { role: 'alert', Icon: CircleAlert, tone: 'text-bad bg-[color-mix(in_oklab,var(--bad)_10%,transparent)]' },
  success: { role: 'status', Icon: CircleCheck, tone: 'text-ok bg-[color-mix(in_oklab,var(--ok)_10%,transparent)]' },
  info: { role: 'status', Icon: Info, tone: 'text-fg2 bg-s2' },
} as const

/** A message inside a page or form; draws nothing without one. */
export function Notice({ kind = 'error', children }: { kind?: keyof typeof NOTICES; children?: ReactNode }) {
  if (!children) return null
  const { role, Icon, tone } = NOTICES[kind]
  return (
    <div role={role} className={cx('flex items-start gap-2.5 rounded-md px-3.5 py-3', tone)}>
      <Icon size={17} className="mt-px shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  )
}
