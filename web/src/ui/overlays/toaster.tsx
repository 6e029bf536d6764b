import { TOAST_MS } from '@verso/protocol/limits'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { t } from '../../lib/i18n.ts'

const STYLE = {
  background: 'var(--s2)',
  color: 'var(--fg)',
  borderColor: 'transparent',
  boxShadow: 'var(--shadow-pop)',
  borderRadius: 12,
  fontFamily: 'var(--font)',
  fontSize: 14,
  flexWrap: 'wrap',
} as const

const BUTTON = { height: 36, padding: '0 12px', borderRadius: 9, fontWeight: 600, fontSize: 14 }
const FIRST_BUTTON = { ...BUTTON, background: 'var(--accent)', color: 'var(--on-accent)', marginLeft: 0 }
const OTHER_BUTTON = { ...BUTTON, background: 'var(--s3)', color: 'var(--fg)', marginLeft: 'auto' }

// Here, as the style sheet of every page has no room for what most of them never show. Sonner has a colour for light pages
// alone; its buttons, beside the words, would leave them no room on a phone.
const RULES = `
[data-sonner-toast][data-type="success"] [data-icon] { color: var(--ok) }
[data-sonner-toast][data-type="error"] [data-icon] { color: var(--bad) }
[data-sonner-toast] [data-description] { color: var(--fg2) !important }
[data-sonner-toast] [data-content] { flex-basis: calc(100% - 32px) !important }`

// A root of its own: toasts outlive every screen.
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <>
    <style>{RULES}</style>
    <Toaster
      position="top-center"
      duration={TOAST_MS}
      offset={76}
      mobileOffset={64}
      toastOptions={{ style: STYLE, actionButtonStyle: FIRST_BUTTON, cancelButtonStyle: OTHER_BUTTON }}
      containerAriaLabel={t('notifications')}
    />
  </>,
)

export { toast }
