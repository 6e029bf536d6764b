import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSearchParams } from '../../lib/navigation/use-search-params.ts'

type LinkParams = { token: string; email: string }

/** Whether this page was opened by a mailed link, also after its token has left the address bar. */
export function useIsByLink(): boolean {
  const { search, state } = useLocation()
  return new URLSearchParams(search).has('token') || Boolean((state as Partial<LinkParams> | null)?.token)
}

/**
 * The secrets of a mailed link. They leave the address bar at once, so that they end in no history, screenshot or referrer,
 * and stay in the history entry's state, so that a reload still works.
 */
export function useLinkParams(): LinkParams {
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const [params] = useState<LinkParams>(() => {
    const kept = (state ?? {}) as Partial<LinkParams>
    return { token: search.get('token') ?? kept.token ?? '', email: search.get('email') ?? kept.email ?? '' }
  })
  useEffect(() => {
    if (search.has('token')) void navigate(pathname, { replace: true, state: params })
  }, [search, pathname, params, navigate])
  return params
}
