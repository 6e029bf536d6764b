import type { Category, PublicSettings } from '@verso/protocol/settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'

/** What the server says about itself: minimum price, fee, chains, payment provider. */
export const publicSettings = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.get<PublicSettings>('/api/settings/', { signal, isPublic: true }),
  staleTime: 5 * 60_000,
})

export const useSettings = () => useQuery(publicSettings)

export const useBrand = (): string => useSettings().data?.brand ?? 'Verso'

export const useCategories = () =>
  useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => api.get<Category[]>('/api/categories/', { signal, isPublic: true }),
    staleTime: 60 * 60_000,
  })
