import type { Credit } from '@verso/protocol/accounts'
import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { useSession } from './session.ts'

export const fetchCredit = (signal?: AbortSignal) => api.get<Credit>('/api/accounts/credits/', { signal })

/** The transaction credits that pay for network work. */
export function useCredit() {
  const session = useSession()
  return useQuery({
    queryKey: ['credits'],
    queryFn: ({ signal }) => fetchCredit(signal),
    enabled: session === 'member',
  })
}
