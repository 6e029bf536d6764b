import { addressOf } from '@verso/protocol/pages/pages'
import { Navigate } from 'react-router'
import { SignInCode } from '../../../identity/sign-in-code.tsx'
import { useMe } from '../../../api/users.ts'

/** The second half of a sign-in. Who has no phone yet was sent no code, and adds the phone first (docs/rules.md R43). */
export function VerifyOtpScreen() {
  const { data: me } = useMe()
  if (me?.reg_status === 'PENDING_MOBILE') return <Navigate to={addressOf('addMobile')} replace />
  return <SignInCode signOutPath={addressOf('signOut')} />
}
