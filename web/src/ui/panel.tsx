import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

type PanelProps = {
  title?: string
  lead?: ReactNode
  aside?: ReactNode
  children: ReactNode
  className?: string
  headingLevel?: 1 | 2
}

/** A bordered surface with a heading. */
export function Panel({ title, lead, aside, children, className, headingLevel = 2 }: PanelProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <section className={cx('flex min-w-0 flex-col gap-5 rounded-xl bg-s1 p-5 hairline sm:p-6', className)}>
      {title && (
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <Heading className="text-xl font-semibold tracking-[-.02em]">{title}</Heading>
            {lead && <p className="mt-1 text-fg3">{lead}</p>}
          </div>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
