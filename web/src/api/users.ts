import type { Me, UpdateMeBody, User } from '@verso/protocol/users'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { api } from './client.ts'
import { sessionKind, useSession } from './session.ts'

export const ME = ['users', 'me']

/** No request is made without a session: a sign-out can come before a request that is about to start. */
export async function fetchMe(signal?: AbortSignal): Promise<Me> {
  if (sessionKind() === 'visitor') throw new ApiError(401, { code: 'unauthorized' })
  return api.get<Me>('/api/users/me/', { signal })
}

/** The signed-in member (also half-way through a sign-in); stays empty for a visitor. */
export function useMe() {
  const session = useSession()
  return useQuery({ queryKey: ME, queryFn: ({ signal }) => fetchMe(signal), enabled: session !== 'visitor' })
}

export const oneUser = (id: string) =>
  queryOptions({ queryKey: ['users', id], queryFn: ({ signal }) => api.get<User>(`/api/users/${id}/`, { signal }) })
export const useUser = (id: string) => useQuery(oneUser(id))

export function useUpdateMe() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: UpdateMeBody) => api.put<Me | undefined>('/api/users/me/', body),
    onSuccess: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}

export const exportMe = () => api.get<Record<string, unknown>>('/api/users/me/export/')
export const deleteMe = () => api.delete<unknown>('/api/users/me/')
