import { useQuery } from '@tanstack/react-query'
import { totalOf } from '../../lib/list-total.ts'
import { fetchNfts, NFTS, type NftQuery } from './nfts.ts'

/** How many NFTs a query finds, without the NFTs. */
export const useNftCount = (query: NftQuery, isEnabled: boolean) =>
  useQuery({
    queryKey: [NFTS, 'count', query],
    queryFn: async ({ signal }) => totalOf((await fetchNfts({ ...query, limit: 1 }, undefined, signal)).meta),
    enabled: isEnabled,
  })
