import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { rememberDestination, useSession } from '../api/session.ts'
import { paths } from './paths.ts'

/**
 * Who may open a screen (spec §2 as decisions.md reads it):
 * `open` everybody; `restricted` visitors, members are sent home; `protected` members; `halfway` also the temporary session
 * between the password and the code.
 */
export type Access = 'open' | 'restricted' | 'protected' | 'halfway'

export function Guard({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession()
  if (access === 'restricted' && session === 'member') return <Navigate to={paths.home} replace />
  if (access === 'protected' && session !== 'member') return <AskToSignIn />
  if (access === 'halfway' && session === 'visitor') return <Navigate to="/" replace />
  return children
}

/** A visitor is sent to the start, and back here after the sign-in (decisions.md → One product). */
function AskToSignIn() {
  const { pathname, search } = useLocation()
  useEffect(() => rememberDestination(pathname + search), [pathname, search])
  return <Navigate to="/" replace />
}
