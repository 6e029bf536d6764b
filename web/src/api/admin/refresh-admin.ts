import type { QueryClient } from '@tanstack/react-query'

/** All that the admin area shows, but for the health: that asks every service of the product, by its own clock alone. */
export const refreshAdmin = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['admin'], predicate: ({ queryKey }) => queryKey[1] !== 'health' })
