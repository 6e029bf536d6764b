import { useQuery } from '@tanstack/react-query'
import { fetchNfts, NFTS, type NftQuery } from './nfts.ts'

/** How many works a query finds, without the works. */
export const useNftCount = (query: NftQuery, isEnabled: boolean) =>
  useQuery({
    queryKey: [NFTS, 'count', query],
    queryFn: async ({ signal }) => (await fetchNfts({ ...query, limit: 1 }, undefined, signal)).meta.total,
    enabled: isEnabled,
  })
