import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './client.ts'

/** The public settings of the server: minimum price, fee, chains, payment provider. */
export const publicSettings = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /api/settings/', { signal, isPublic: true }),
  staleTime: 5 * 60_000,
})

export const useSettings = () => useQuery(publicSettings)

export const useBrand = (): string => useSettings().data?.brand ?? 'Verso'

export const useCategories = () =>
  useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => call('GET /api/categories/', { signal, isPublic: true }),
    staleTime: 60 * 60_000,
  })
