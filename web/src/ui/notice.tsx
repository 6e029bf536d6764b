import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

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
