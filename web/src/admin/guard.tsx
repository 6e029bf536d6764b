import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { rememberDestination, useSession } from '../api/session.ts'
import { useMe } from '../api/users.ts'
import { t } from '../lib/i18n.ts'
import { SpinnerOverlay } from '../ui/loading/spinner-overlay.tsx'
import { ErrorState } from '../ui/loading/states.tsx'

/** Admins get in; others are sent to sign in, and a member who is none is signed out again (docs/rules.md R60). */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  const { data: me, error, refetch } = useMe()
  if (session !== 'member') return <AskToSignIn />
  if (me) return me.is_admin ? children : <NotAdmin />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} className="py-40!" />
  return <SpinnerOverlay />
}

const NotAdmin = () => (
  <Navigate to={adminAddressOf('signOut')} replace state={{ message: t('admin:signIn.notAdmin') }} />
)

function AskToSignIn() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (pathname !== adminAddressOf('dashboard')) rememberDestination(pathname + search)
  }, [pathname, search])
  return <Navigate to={adminAddressOf('signIn')} replace />
}
