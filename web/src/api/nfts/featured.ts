import { useQuery } from '@tanstack/react-query'
import { call } from '../client.ts'

/** The works and artists in front. */
export const useFeatured = () =>
  useQuery({
    queryKey: ['featured'],
    queryFn: ({ signal }) => call('GET /api/featured/', { signal }),
    staleTime: 5 * 60_000,
  })
