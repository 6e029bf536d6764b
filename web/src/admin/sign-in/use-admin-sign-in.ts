import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noteSent, resendCodeKey } from '../../identity/last-sent.ts'
import { signOutNow } from '../../identity/sign-out-now.ts'
import { type Credentials, openTemporarySession } from '../../api/identity/auth.ts'
import { endSession } from '../../api/session.ts'
import { t } from '../../lib/i18n.ts'
import { withSpinner } from '../../ui/loading/spinner-overlay.tsx'
import { toast } from '../../ui/overlays/toast.ts'

/** The first half of a sign-in; a member who may not continue is told why (`refusal`) and signed out at once. */
export function useAdminSignIn() {
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<string>()
  const [isChecking, setIsChecking] = useState(false)

  const signIn = async (credentials: Credentials): Promise<void> => {
    setRefusal(undefined)
    setIsChecking(true)
    try {
      const me = await withSpinner(openTemporarySession(credentials))
      queries.setQueryData(['users', 'me'], me)
      const reason = refusalOf(me)
      setRefusal(reason)
      if (reason) return signOutNow()
      noteSent(resendCodeKey('SIGN_IN', me.id))
      void toast.success(t('auth:toasts.signedIn'), { form: 'signIn' })
    } catch (error) {
      endSession()
      void toast.error(t('auth:toasts.signInError'), { form: 'signIn' })
      throw error
    } finally {
      setIsChecking(false)
    }
  }
  return { signIn, refusal, isChecking }
}

function refusalOf(me: { is_admin: boolean; reg_status: string }): string | undefined {
  if (!me.is_admin) return t('admin:signIn.notAdmin')
  return me.reg_status === 'VERIFIED' ? undefined : t('admin:signIn.noPhone')
}
