import { useLocation } from 'react-router'
import type { LinkParams } from './use-link-params.ts'

/** Whether this page was opened by a mailed link, also after its token has left the address bar, or from the admin area. */
export function useIsByLink(): boolean {
  const { search, state } = useLocation()
  return /[?&](token|from)=/.test(search) || Boolean((state as Partial<LinkParams> | null)?.token)
}
