import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { takeDestination } from '../api/session.ts'

/** To the page that asked to sign in, also after a reload in between; else to `home`. */
export function RedirectAfterSignIn({ home }: { home: string }) {
  const navigate = useNavigate()
  const hasLeft = useRef(false)
  useEffect(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    void navigate(takeDestination() ?? home, { replace: true })
  }, [navigate, home])
  return null
}
