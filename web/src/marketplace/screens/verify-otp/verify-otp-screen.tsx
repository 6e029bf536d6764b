import { useNavigate } from 'react-router'
import { SignInCode } from '../../../account/sign-in-code.tsx'
import { takeDestination } from '../../../api/session.ts'
import { paths } from '../../paths.ts'

/** The second half of a sign-in; then to where the member wanted to go. */
export function VerifyOtpScreen() {
  const navigate = useNavigate()
  return (
    <SignInCode
      signOutPath={paths.signOut}
      onDone={() => navigate(takeDestination() ?? paths.home, { replace: true })}
    />
  )
}
