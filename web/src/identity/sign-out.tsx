import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { t } from '../lib/i18n.ts'
import { Spinner } from '../ui/loading/spinner.tsx'
import { signOutNow } from './sign-out-now.ts'

/** Ends the session here and at the server, then goes to the sign-in screen with the message it was given (docs/rules.md R49). */
export function SignOut({ signInPath }: { signInPath: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { state } = useLocation()
  // Kept from the first moment: a refused revocation comes by here again, without the message.
  const [message] = useState(() => (state as { message?: string } | null)?.message)
  const hasStarted = useRef(false)

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const leave = async () => {
      signOutNow()
      queries.clear()
      await navigate(signInPath, { replace: true, state: { message } })
    }
    void leave()
  }, [navigate, queries, message, signInPath])

  return (
    <div role="status" className="page flex flex-col items-center gap-4 py-32 text-fg2">
      <Spinner className="text-[28px]" />
      <h1>{t('auth:signOut.title')}</h1>
    </div>
  )
}
