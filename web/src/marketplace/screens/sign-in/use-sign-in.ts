import { useQueryClient } from '@tanstack/react-query'
import { addressOf } from '@verso/protocol/pages/pages'
import { useNavigate } from 'react-router'
import { rememberEmail } from '../../../identity/known-email.ts'
import { noteSent, resendCodeKey } from '../../../identity/last-sent.ts'
import { type Credentials, openTemporarySession } from '../../../api/identity/auth.ts'
import { t } from '../../../lib/i18n.ts'
import { withSpinner } from '../../../ui/loading/spinner-overlay.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

/** The first half of a sign-in (docs/rules.md R43): a temporary session, and the profile decides on the next screen. */
export function useSignIn() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async (credentials: Credentials): Promise<void> => {
    try {
      rememberEmail(credentials.username)
      const me = await withSpinner(openTemporarySession(credentials))
      queries.setQueryData(['users', 'me'], me)
      if (me.reg_status === 'VERIFIED') noteSent(resendCodeKey('SIGN_IN', me.id))
      void toast.success(t('auth:toasts.signedIn'), { form: 'signIn' })
      await navigate(me.reg_status === 'PENDING_MOBILE' ? addressOf('addMobile') : addressOf('verifyOtp'))
    } catch (error) {
      void toast.error(t('auth:toasts.signInError'), { form: 'signIn' })
      throw error
    }
  }
}
