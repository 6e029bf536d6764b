import { PROFILE_POLL_MS } from '@verso/protocol/limits'
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchNfts, listKey, type NftPage, type NftQuery, useNfts } from './nfts.ts'

/**
 * A list that is fetched again every 5 s while the tab is visible (docs/rules.md R32). Only its first page is fetched: sorted by
 * `-updated_at`, it has every change but a reservation, which leaves an NFT where it is.
 */
export function useWatchedNfts(query: Omit<NftQuery, 'sort'>, { isEnabled = true } = {}) {
  const newest: NftQuery = { ...query, sort: '-updated_at' }
  const client = useQueryClient()
  const list = useNfts(newest, isEnabled)
  const total = list.data?.total
  useQuery({
    queryKey: ['watched-nfts', newest],
    queryFn: async ({ signal }) => {
      const updates = () => client.getQueryState(listKey(newest))?.dataUpdateCount
      const before = updates()
      const first = await fetchNfts(newest, undefined, signal)
      // A list that was read or changed meanwhile is newer than what was asked before it.
      if (updates() === before) await takeOver(client, newest, first)
      return null
    },
    // An NFT that the list has just brought is not asked for again at once.
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: isEnabled && total !== undefined && !list.isPlaceholderData,
    refetchInterval: PROFILE_POLL_MS,
  })
  return list
}

/** A first page of the same NFTs takes the former's place; where some came or went, the whole list is read again. */
async function takeOver(client: QueryClient, query: NftQuery, first: NftPage): Promise<void> {
  const queryKey = listKey(query)
  const loaded = client.getQueryData<InfiniteData<NftPage>>(queryKey)
  const former = loaded?.pages[0]
  if (!loaded || !former) return
  const isSame =
    first.meta.total === former.meta.total && first.data.every((nft, place) => nft.id === former.data[place]?.id)
  if (!isSame) await client.invalidateQueries({ queryKey, exact: true })
  else client.setQueryData(queryKey, { ...loaded, pages: [first, ...loaded.pages.slice(1)] })
}
