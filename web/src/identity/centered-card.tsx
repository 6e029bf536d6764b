import type { ReactNode } from 'react'
import { useSettings } from '../api/settings.ts'
import { t } from '../lib/i18n.ts'

type AccountCardProps = { title: string; lead?: ReactNode; icon?: ReactNode; children: ReactNode; footer?: ReactNode }

/** The one card in the middle of the screens of sign-in and registration. */
export function CenteredCard({ title, lead, icon, children, footer }: AccountCardProps) {
  return (
    <div className="page flex flex-col items-center py-10 md:py-20">
      <section className="relative flex w-full max-w-[440px] flex-col gap-6 rounded-xl bg-s1 p-6 hairline sm:p-8">
        <div>
          {icon && (
            <span aria-hidden className="mb-5 grid size-14 place-items-center rounded-full bg-s2 text-accent-text">
              {icon}
            </span>
          )}
          <h1 className="text-2xl font-semibold tracking-(--track-tight)">{title}</h1>
          {lead && <p className="mt-2 text-fg2">{lead}</p>}
        </div>
        {children}
      </section>
      {footer && <p className="mt-6 text-center text-fg2">{footer}</p>}
    </div>
  )
}

/** In the demonstration no mail and no SMS leaves the machine: this is where they can be read. */
export function OutboxHint() {
  const isDemo = useSettings().data?.is_demo
  if (!isDemo) return null
  return (
    <p className="text-sm text-fg3">
      {t('auth:demoOutbox')}{' '}
      <a href="/dev/outbox" target="_blank" rel="noreferrer" className="link">
        {t('auth:demoOutboxLink')}
      </a>
      .
    </p>
  )
}
