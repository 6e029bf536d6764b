import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onSessionLost } from '../api/refresh-session.ts'
import {
  followOtherTabs,
  onSignedInElsewhere,
  rememberDestination,
  sessionKind,
  usePageSession,
} from '../api/session.ts'
import { t } from '../lib/i18n.ts'
import { closeAllModals } from '../ui/overlays/modal.ts'
import { toast } from '../ui/overlays/toast.ts'

/** Keeps the screen in step with the member who is signed in, in this tab and in others. */
export function SessionWatcher({ signOutPath }: { signOutPath: string }) {
  const session = usePageSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const before = useRef(session)

  // When the session cannot be renewed the user goes to /signout (docs/rules.md R49), and after the sign-in back to where they were.
  useEffect(() => {
    onSessionLost(() => {
      void toast.info(t('errors.sessionEnded'))
      if (sessionKind() === 'member') rememberDestination(pathname + search)
      void navigate(signOutPath, { replace: true, state: { isLost: true } })
    })
  }, [navigate, signOutPath, pathname, search])

  useEffect(() => {
    onSignedInElsewhere({
      whileHalfway: () => void toast.info(t('errors.signedInElsewhere')),
      // Everything that is on the page or on its way belongs to the first member: the page begins anew.
      asAnother: () => location.replace('/'),
    })
    followOtherTabs()
  }, [])

  // Answers carry what only this member may see (favourites, own NFTs): none outlive a change of the session.
  useEffect(() => {
    if (before.current === session) return
    before.current = session
    void queries.resetQueries({ predicate: (query) => !['settings', 'categories'].includes(String(query.queryKey[0])) })
  }, [session, queries])

  // A modal belongs to the screen it was opened on.
  useEffect(() => closeAllModals, [pathname])
  return null
}
