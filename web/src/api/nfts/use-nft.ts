import type { Nft } from '@verso/protocol/nfts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { NFTS, type NftPage, oneNft } from './nfts.ts'

/** How often a page looks whether a mint or a transfer that is under way has ended. */
const CHAIN_POLL_MS = 3_000

/** Something on the chain or at the payment provider is under way and will change this NFT by itself. */
const isNftMoving = (nft: Nft): boolean =>
  nft.mint_tx.status === 'PENDING' ||
  nft.latest_listing?.status === 'PAYMENT_PROCESSING' ||
  nft.latest_listing?.status === 'PENDING_LISTINGS' ||
  nft.latest_listing?.status === 'PAID'

/** One NFT with its whole history; what a list already knows of it shows at once. */
export function useNft(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...oneNft(id),
    placeholderData: () => findInLists(client, id),
    refetchInterval: ({ state }) => (state.data && isNftMoving(state.data) ? CHAIN_POLL_MS : false),
  })
}

function findInLists(client: QueryClient, id: string): Nft | undefined {
  for (const [, data] of client.getQueriesData<{ pages: NftPage[] }>({ queryKey: [NFTS, 'list'] })) {
    const nft = data?.pages.flatMap((page) => page.data).find((one) => one.id === id)
    if (nft) return nft
  }
  return undefined
}
