import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { useLocation } from 'react-router'
import { RedirectAfterSignIn } from '../../identity/redirect-after-sign-in.tsx'
import { SignInCode } from '../../identity/sign-in-code.tsx'
import { useSession } from '../../api/session.ts'
import { t } from '../../lib/i18n.ts'
import { useDocumentTitle } from '../../lib/navigation/use-document-title.ts'
import { PasswordStep } from './password-step.tsx'
import { useAdminSignIn } from './use-admin-sign-in.ts'

/** The admin area's own sign-in: password, then the 6-digit code, both at /signin (docs/rules.md R60). */
export function SignInScreen() {
  const session = useSession()
  const { state } = useLocation()
  const { signIn, refusal, isChecking } = useAdminSignIn()
  useDocumentTitle(t('admin:signIn.title'))
  const message = (state as { message?: string } | null)?.message
  if (session === 'member') return <RedirectAfterSignIn home={adminAddressOf('dashboard')} />
  return (
    <main id="main" className="min-h-dvh">
      {session === 'temporary' && !isChecking ? (
        <SignInCode signOutPath={adminAddressOf('signOut')} />
      ) : (
        <PasswordStep onSubmit={signIn} message={refusal ?? message} />
      )}
    </main>
  )
}
