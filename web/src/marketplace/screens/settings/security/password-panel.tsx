import { addressOf } from '@verso/protocol/pages/pages'
import { Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Boundary } from '../../../../ui/loading/boundary.tsx'
import { lazyPart } from '../../../../ui/loading/lazy-part.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Panel } from '../../../../ui/panel.tsx'

// Its code comes when it is opened.
const PasswordForm = lazyPart(() => import('./password-form.tsx'), 'PasswordForm')

export function PasswordPanel({ phone, email }: { phone: string | null; email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setIsOpen(false))
    opener.current?.focus()
  }
  return (
    <Panel title={t('profile:security.title')}>
      <div className="flex items-center justify-between gap-3">
        <div>
          <p className="text-sm text-fg3">{t('profile:security.phone')}</p>
          <p className="num font-medium">{phone ?? t('profile:security.noPhone')}</p>
        </div>
        <Link to={addressOf('addMobile')} className="link py-2">
          {t('profile:security.changePhone')}
        </Link>
      </div>
      {isOpen ? (
        <Boundary>
          <Suspense>
            <PasswordForm email={email} onDone={close} />
          </Suspense>
        </Boundary>
      ) : (
        <Button variant="plain" ref={opener} onClick={() => setIsOpen(true)}>
          {t('profile:security.changePassword')}
        </Button>
      )}
    </Panel>
  )
}
