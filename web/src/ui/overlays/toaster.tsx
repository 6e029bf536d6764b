import { TOAST_MS } from '@verso/protocol/limits'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { t } from '../../lib/i18n.ts'

const STYLE = {
  background: 'var(--s2)',
  color: 'var(--fg)',
  border: 0,
  boxShadow: 'var(--shadow-pop)',
  borderRadius: 12,
  fontFamily: 'var(--font)',
  fontSize: 14,
}

// A root of its own: toasts outlive every screen.
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <Toaster
    position="top-center"
    duration={TOAST_MS}
    offset={76}
    mobileOffset={64}
    toastOptions={{ style: STYLE }}
    containerAriaLabel={t('notifications')}
  />,
)

export { toast }
