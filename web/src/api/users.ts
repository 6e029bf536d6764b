import type { Me, UpdateMeBody } from '@verso/protocol/users'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'
import { sessionKind, useSession } from './session.ts'

export const ME = ['users', 'me']

/** No request is made without a session: a sign-out can come before a request that is about to start. */
export async function fetchMe(signal?: AbortSignal): Promise<Me> {
  if (sessionKind() === 'visitor') throw new ApiError(401, { code: 'unauthorized' })
  return call('GET /api/users/me/', { signal })
}

/** The signed-in member (also half-way through a sign-in); stays empty for a visitor. */
export function useMe() {
  const session = useSession()
  return useQuery({ queryKey: ME, queryFn: ({ signal }) => fetchMe(signal), enabled: session !== 'visitor' })
}

export const oneUser = (id: string) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => call('GET /api/users/{id}/', { params: { id }, signal }),
  })
export const useUser = (id: string, isEnabled = true) => useQuery({ ...oneUser(id), enabled: isEnabled })

export function useUpdateMe() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: UpdateMeBody) => call('PUT /api/users/me/', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}
