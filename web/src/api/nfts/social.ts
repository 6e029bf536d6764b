import type { Nft } from '@verso/protocol/nfts'
import type { User } from '@verso/protocol/users'
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call, callList } from '../client.ts'
import type { NftPage } from './nfts.ts'

type Bookmark = 'favourite' | 'wishlist'
type BookmarkInput = { id: string; isOn: boolean }

const FLAG = { favourite: 'is_favourite', wishlist: 'is_wishlisted' } as const

/** A like or a place on the wishlist. Shows at once and goes back if the server refuses. */
export function useBookmarkNft(bookmark: Bookmark) {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, isOn }: BookmarkInput) =>
      call(`${isOn ? 'PUT' : 'DELETE'} /api/nfts/{id}/${bookmark}/`, { params: { id } }),
    onMutate: ({ id, isOn }) => patchNft(client, id, { [FLAG[bookmark]]: isOn }),
    onError: (_error, { id, isOn }) => patchNft(client, id, { [FLAG[bookmark]]: !isOn }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bookmarks'] }),
    toasts: {
      success: (_data, { isOn }) => t(isOn ? `social.toasts.${bookmark}On` : `social.toasts.${bookmark}Off`),
      preferServerError: true,
    },
  })
}

type NftPages = InfiniteData<NftPage>

function patchNft(client: QueryClient, id: string, patch: Partial<Nft>): void {
  const patched = (nft: Nft) => (nft.id === id ? { ...nft, ...patch } : nft)
  client.setQueryData<Nft>(['nfts', 'one', id], (nft) => nft && patched(nft))
  client.setQueriesData<NftPages>({ queryKey: ['nfts', 'list'] }, (data) =>
    data ? { ...data, pages: data.pages.map((page) => ({ ...page, data: page.data.map(patched) })) } : data,
  )
}

export function useFollow() {
  const client = useQueryClient()
  const set = (id: string, isFollowing: boolean) =>
    client.setQueryData<User>(['users', id], (user) => user && { ...user, is_following: isFollowing })
  return useToastedMutation({
    mutationFn: ({ id, isOn }: BookmarkInput) =>
      call(`${isOn ? 'PUT' : 'DELETE'} /api/users/{id}/follow/`, { params: { id } }),
    onMutate: ({ id, isOn }) => void set(id, isOn),
    onError: (_error, { id, isOn }) => void set(id, !isOn),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bookmarks'] }),
    toasts: {
      success: (_data, { isOn }) => t(isOn ? 'social.toasts.followOn' : 'social.toasts.followOff'),
      preferServerError: true,
    },
  })
}

export const useBookmarkedNfts = (name: 'favourites' | 'wishlist') =>
  useInfiniteQuery({
    queryKey: ['bookmarks', name],
    queryFn: ({ pageParam, signal }) =>
      callList(`GET /api/users/me/${name}/`, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  })

export const useFollowing = () =>
  useQuery({
    queryKey: ['bookmarks', 'following'],
    queryFn: ({ signal }) => call('GET /api/users/me/following/', { signal }),
  })
