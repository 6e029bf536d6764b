import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

export type Tone = 'ok' | 'bad' | 'warn' | 'info' | 'neutral'

const TONES: Record<Tone, string> = {
  ok: 'text-ok bg-[color-mix(in_oklab,var(--ok)_14%,transparent)]',
  bad: 'text-bad bg-[color-mix(in_oklab,var(--bad)_14%,transparent)]',
  warn: 'text-warn bg-[color-mix(in_oklab,var(--warn)_14%,transparent)]',
  info: 'text-info bg-[color-mix(in_oklab,var(--info)_14%,transparent)]',
  neutral: 'text-fg2 bg-s3',
}

/** A short state in a pill: "Pending", "Success". */
export function StatusPill({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'inline-flex w-fit items-center gap-1.5 rounded-full px-2.5 py-1 text-sm font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
