import type { Answer, Query } from '@verso/protocol/endpoints'
import type { Nft } from '@verso/protocol/nfts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { totalOf } from '../../lib/list-total.ts'
import { call, callList } from '../client.ts'

/** The query of `GET /api/nfts/`; amounts in USD. */
export type NftQuery = Query<'GET /api/nfts/'>
export type NftPage = Answer<'GET /api/nfts/'>

/** NFTs as the product keeps them: by id, and the order of the list. */
export type NftsById = { byId: Record<string, Nft>; allIds: string[] }

export const NFTS = 'nfts'
const BACK_BUTTON_MS = 30 * 60_000

export const fetchNfts = (query: NftQuery, cursor?: string, signal?: AbortSignal) =>
  callList('GET /api/nfts/', { query: { ...query, cursor }, signal })

/** Pages joined into one list; an NFT that moved between two pages while loading is kept once. */
export function normaliseNfts(pages: readonly NftPage[]): NftsById {
  const byId: Record<string, Nft> = {}
  const allIds: string[] = []
  for (const nft of pages.flatMap((page) => page.data)) {
    if (!byId[nft.id]) allIds.push(nft.id)
    byId[nft.id] = nft
  }
  return { byId, allIds }
}

const toList = (pages: readonly NftPage[]) => {
  const { byId, allIds } = normaliseNfts(pages)
  return { nfts: allIds.flatMap((id) => byId[id] ?? []), total: totalOf(pages[0]?.meta) }
}

export const listKey = (query: NftQuery) => [NFTS, 'list', query]

/** The list of Explore for an address without filters. */
export const NEWEST_LISTED: NftQuery = { approved: true, listed: true, sort: '-updated_at' }

export const nftList = (query: NftQuery) =>
  infiniteQueryOptions({
    queryKey: listKey(query),
    queryFn: ({ pageParam, signal }) => fetchNfts(query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    gcTime: BACK_BUTTON_MS,
  })

/** A list that loads on. While a changed query is under way the former answer stays, so that it can be filtered at once. */
export const useNfts = (query: NftQuery, isEnabled = true) =>
  useInfiniteQuery({
    ...nftList(query),
    select: ({ pages }) => toList(pages),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })

export const fetchNft = (id: string, signal?: AbortSignal) => call('GET /api/nfts/{id}/', { params: { id }, signal })

export const oneNft = (id: string) =>
  queryOptions({ queryKey: [NFTS, 'one', id], queryFn: ({ signal }) => fetchNft(id, signal) })

export const invalidateNfts = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: [NFTS] })
