import { addressOf } from '@verso/protocol/pages/pages'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { RedirectAfterSignIn } from '../identity/redirect-after-sign-in.tsx'
import { rememberDestination, useSession } from '../api/session.ts'
import { useIsByLink } from './identity/use-is-by-link.ts'

/**
 * The visitors and members who may open a screen (docs/rules.md R3, R4):
 * `open` all; `restricted` visitors, members are sent home; `mailed` the same, but members who come by a mailed link,
 * its Retry or the admin area's sign-in get in; `protected` members; `halfway` also the temporary session between the
 * password and the code; `temporary` only that one, members are led on.
 */
export type Access = 'open' | 'restricted' | 'mailed' | 'protected' | 'halfway' | 'temporary'

export function Guard({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession()
  const isByLink = useIsByLink()
  const isForVisitors = access === 'restricted' || (access === 'mailed' && !isByLink)
  if (isForVisitors && session === 'member') return <Navigate to={addressOf('home')} replace />
  if (access === 'protected' && session !== 'member') return isSigningOut() ? null : <AskToSignIn />
  if (access === 'halfway' || access === 'temporary') return <Halfway access={access}>{children}</Halfway>
  return children
}

/** The address is ahead of the screen until the code of the next one has arrived: a member who signs out is not asked to sign in. */
const isSigningOut = (): boolean => location.pathname === addressOf('signOut')

/** A screen of a temporary session is left as soon as a full one begins, in this tab or in another. */
function Halfway({ access, children }: { access: 'halfway' | 'temporary'; children: ReactNode }) {
  const session = useSession()
  const [openedFor] = useState(session)
  if (session === 'visitor') return <Navigate to="/" replace />
  if (session === 'member' && (access === 'temporary' || openedFor === 'temporary'))
    return <RedirectAfterSignIn home={addressOf('home')} />
  return children
}

/** A visitor is sent to the start, and back here after the sign-in (docs/rules.md R5). */
function AskToSignIn() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    rememberDestination(pathname + search)
    void import('./identity/ask-to-sign-in.ts').then((part) => part.askToSignIn(navigate)).catch(() => undefined)
  }, [pathname, search, navigate])
  return <Navigate to="/" replace />
}
