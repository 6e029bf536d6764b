import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const isWorthRepeating = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

// `always`: without a connection a call fails, and the page says so. The default holds it back and carries it out when the
// network returns, long after the member has given up.
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && isWorthRepeating(error),
    },
  },
})
