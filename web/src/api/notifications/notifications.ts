import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '@verso/protocol/endpoints'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call, callList } from '../client.ts'
import { tellOtherTabs } from '../live/follow-live.ts'
import { loadedRows } from '../loaded-rows.ts'
import { pageSession } from '../session.ts'

/** One's own notifications, the newest first. */
export const useNotifications = ({ unread }: { unread: boolean }) =>
  useInfiniteQuery({
    queryKey: ['notifications', unread],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /api/notifications/', {
        query: { cursor: pageParam, ...(unread && { unread: true }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    select: (data) => ({ ...loadedRows(data), unread: data.pages[0]?.meta.unread ?? 0 }),
    staleTime: 0,
  })

/** Without a stream the bell asks by itself. */
const UNREAD_POLL_MS = 60_000
const LATEST = 6

/** How much is unread, and the newest of all: what the bell and its panel show. */
export const useLatest = () =>
  useQuery({
    queryKey: ['notifications', 'latest'],
    queryFn: ({ signal }) => callList('GET /api/notifications/', { query: { limit: LATEST }, signal }),
    select: ({ data, meta: { unread } }) => ({ latest: data, unread }),
    refetchInterval: UNREAD_POLL_MS,
  })

export const useMarkRead = () => {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (body: Body<'PUT /api/notifications/read/'>) => call('PUT /api/notifications/read/', { body }),
    toasts: {},
    onSettled: () => {
      tellOtherTabs(pageSession().id)
      return client.invalidateQueries({ queryKey: ['notifications'] })
    },
  })
}
