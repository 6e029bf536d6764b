import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '@verso/protocol/endpoints'
import { call, callList } from '../client.ts'
import { loadedRows } from '../loaded-rows.ts'

/** What I am told of, the newest first. */
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

export const useMarkRead = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body<'PUT /api/notifications/read/'>) => call('PUT /api/notifications/read/', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  })
}
