import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

type SetParams = (params: Record<string, string> | URLSearchParams, options?: NavigateOptions) => void

/** The query of the address, and a way to replace all of it (docs/decisions/0200). */
export function useSearchParams(): [URLSearchParams, SetParams] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams = useCallback<SetParams>(
    (next, options) => void navigate(`?${new URLSearchParams(next)}`, options),
    [navigate],
  )
  return [params, setParams]
}
