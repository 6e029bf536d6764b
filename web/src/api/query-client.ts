import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const isWorthRepeating = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && isWorthRepeating(error),
    },
  },
})
