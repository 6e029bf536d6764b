import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSearchParams } from '../../lib/navigation/use-search-params.ts'

export type LinkParams = { token: string; email: string }

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
