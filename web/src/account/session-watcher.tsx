import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onSessionLost } from '../api/refresh-session.ts'
import { useSession } from '../api/session.ts'
import { closeAllModals } from '../ui/modal.tsx'

/** Keeps what is on the screen in step with who is signed in, in this tab and in others. */
export function SessionWatcher({ signOutPath }: { signOutPath: string }) {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const before = useRef(session)

  // Spec §4: when the session cannot be renewed the user goes to /signout.
  useEffect(() => onSessionLost(() => void navigate(signOutPath, { replace: true })), [navigate, signOutPath])

  // Answers carry what only this member may see (favourites, own works): none outlive a change of the session.
  useEffect(() => {
    if (before.current === session) return
    before.current = session
    void queries.resetQueries({ predicate: (query) => !['settings', 'categories'].includes(String(query.queryKey[0])) })
  }, [session, queries])

  // A modal belongs to the screen it was opened on.
  useEffect(() => closeAllModals, [pathname])
  return null
}
