import type { Nft } from '@verso/protocol/nfts'
import type { User } from '@verso/protocol/users'
import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call, callList } from '../client.ts'
import type { NftPage } from './nfts.ts'

type Bookmark = 'favourite' | 'wishlist'
type BookmarkInput = { id: string; isOn: boolean }

const FLAG = { favourite: 'is_favourite', wishlist: 'is_wishlisted' } as const

type Shown = { keyOf: (id: string) => QueryKey; show: (input: BookmarkInput) => void }

/**
 * Shows a click at once. Clicks reach the server one after the other, so that the last one counts, and an answer from before a
 * click does not undo it.
 */
function inTurn(client: QueryClient, name: string, { keyOf, show }: Shown) {
  return {
    mutationKey: [name],
    scope: { id: name },
    onMutate: async (input: BookmarkInput) => {
      await client.cancelQueries({ queryKey: keyOf(input.id) })
      show(input)
    },
    onError: (_error: unknown, { id, isOn }: BookmarkInput) => show({ id, isOn: !isOn }),
    onSettled: (_data: unknown, _error: unknown, { id }: BookmarkInput) => {
      // A cancelled query is read again after the last click: this one has not ended yet, so it counts.
      if (client.isMutating({ mutationKey: [name] }) === 1) void client.invalidateQueries({ queryKey: keyOf(id) })
    },
  }
}

/** A like or a place on the wishlist. Shows at once and goes back if the server refuses. */
export function useBookmarkNft(bookmark: Bookmark) {
  const client = useQueryClient()
  return useToastedMutation({
    ...inTurn(client, bookmark, {
      keyOf: (id) => ['nfts', 'one', id],
      show: ({ id, isOn }) => patchNft(client, id, { [FLAG[bookmark]]: isOn }),
    }),
    mutationFn: ({ id, isOn }: BookmarkInput) =>
      call(`${isOn ? 'PUT' : 'DELETE'} /api/nfts/{id}/${bookmark}/`, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['nfts', 'bookmarks'] }),
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
  return useToastedMutation({
    ...inTurn(client, 'follow', {
      keyOf: (id) => ['users', id],
      show: ({ id, isOn }) =>
        client.setQueryData<User>(['users', id], (user) => user && { ...user, is_following: isOn }),
    }),
    mutationFn: ({ id, isOn }: BookmarkInput) =>
      call(`${isOn ? 'PUT' : 'DELETE'} /api/users/{id}/follow/`, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bookmarks'] }),
    toasts: {
      success: (_data, { isOn }) => t(isOn ? 'social.toasts.followOn' : 'social.toasts.followOff'),
      preferServerError: true,
    },
  })
}

export const useBookmarkedNfts = (name: 'favourites' | 'wishlist') =>
  useInfiniteQuery({
    // Below `nfts`, so that a change of a work is read here too.
    queryKey: ['nfts', 'bookmarks', name],
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
