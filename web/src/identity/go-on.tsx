import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { takeDestination } from '../api/session.ts'

/** Signed in: to where they wanted to go before they were asked to sign in, also after a reload in between. */
export function GoOn({ home }: { home: string }) {
  const navigate = useNavigate()
  const hasLeft = useRef(false)
  useEffect(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    void navigate(takeDestination() ?? home, { replace: true })
  }, [navigate, home])
  return null
}
