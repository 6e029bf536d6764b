import { useInfiniteQuery } from '@tanstack/react-query'
import { callList } from '../client.ts'
import { loadedRows } from '../loaded-rows.ts'

const PAGE = 5

/** The security events of one's own account, newest first. */
export const useSecurityEvents = () =>
  useInfiniteQuery({
    queryKey: ['security-events'],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /api/users/me/security-events/', { query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    select: loadedRows,
  })
