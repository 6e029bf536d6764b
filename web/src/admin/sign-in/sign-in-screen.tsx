import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SignInCode } from '../../account/sign-in-code.tsx'
import { takeDestination, useSession } from '../../api/session.ts'
import { t } from '../../lib/i18n.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { paths } from '../paths.ts'
import { PasswordStep } from './password-step.tsx'
import { useAdminSignIn } from './use-admin-sign-in.ts'

/** The admin area's own sign-in: password, then the 6-digit code, both at /signin (decisions.md → One product). */
export function SignInScreen() {
  const session = useSession()
  const { state } = useLocation()
  const { signIn, refusal, isChecking } = useAdminSignIn()
  useDocumentTitle(t('admin:signIn.title'))
  const message = (state as { message?: string } | null)?.message
  if (session === 'member') return <GoOn />
  return (
    <main id="main" className="min-h-dvh">
      {session === 'temporary' && !isChecking ? (
        <SignInCode signOutPath={paths.signOut} />
      ) : (
        <PasswordStep onSubmit={signIn} message={refusal ?? message} />
      )}
    </main>
  )
}

/** To where they wanted to go before they were asked to sign in, also after a reload in between. */
function GoOn() {
  const navigate = useNavigate()
  const hasLeft = useRef(false)
  useEffect(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    void navigate(takeDestination() ?? paths.dashboard, { replace: true })
  }, [navigate])
  return null
}
