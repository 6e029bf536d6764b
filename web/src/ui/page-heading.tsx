import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

export function PageHeading({
  children,
  lead,
  className,
}: {
  children: ReactNode
  lead?: ReactNode
  className?: string
}) {
  return (
    <div className={cx('min-w-0', className)}>
      <h1 className="text-(length:--text-3xl) leading-tight font-semibold tracking-(--track-display) wrap-anywhere">
        {children}
      </h1>
      {lead && <p className="mt-2 wrap-anywhere text-fg3">{lead}</p>}
    </div>
  )
}
