import type { Body } from '@verso/protocol/endpoints'
import type { ModeratedNft } from '@verso/protocol/nfts/moderation'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../lib/error-message.ts'
import { t } from '../../lib/i18n.ts'
import { totalOf } from '../../lib/list-total.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { ApiError } from '../api-error.ts'
import { refreshAdmin } from './refresh-admin.ts'
import { call, callList } from '../client.ts'

const PAGE_SIZE = 10
/** New NFTs appear by themselves. */
const POLL_MS = 15_000

export type Decision = Omit<Body<'PUT /api/admin/nfts/{id}/'>, 'approval'>
/** A decision is about the state that the page shows: what another admin decided since is not undone unseen. */
type ShownNft = Pick<ModeratedNft, 'id' | 'approval'>

export const useModerationQueue = () =>
  useInfiniteQuery({
    queryKey: ['admin', 'moderation'],
    queryFn: ({ signal, pageParam }) =>
      callList('GET /api/admin/moderation/', { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    refetchInterval: POLL_MS,
    select: ({ pages }) => ({ items: pages.flatMap((page) => page.data), total: totalOf(pages[0]?.meta) }),
  })

type NftsPage = { search: string; taken_down: boolean | undefined; limit: number; cursor: string | undefined }

/** Any NFT, those taken down too. */
export const useAnyNfts = (page: NftsPage) =>
  useQuery({
    queryKey: ['admin', 'nfts', page],
    queryFn: ({ signal }) => callList('GET /api/admin/nfts/', { query: page, signal }),
    placeholderData: keepPreviousData,
  })

export function useDecideNft() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ nft: { id, approval }, decision }: { nft: ShownNft; decision: Decision }) =>
      call('PUT /api/admin/nfts/{id}/', { params: { id }, body: { ...decision, approval } }),
    toasts: { success: (_, { decision }) => textOf(decision) },
    onSettled: () => refreshAdmin(client),
  })
}

type Refusal = { nftId: string; reason: string }
const CONFLICT = 409

/**
 * The same decision about several NFTs as they were shown, one after the other. One that it does not fit, as one that is taken down, keeps none of the others
 * from it; any other error ends it, and those before stay decided.
 * @returns those that it does not fit, with the server's reason
 */
export function useDecideNfts() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: async ({ nfts, decision }: { nfts: readonly ShownNft[]; decision: Decision }) => {
      const refusals: Refusal[] = []
      for (const { id, approval } of nfts)
        await call('PUT /api/admin/nfts/{id}/', { params: { id }, body: { ...decision, approval } }).catch(
          (error: unknown) => {
            if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error
            refusals.push({ nftId: id, reason: errorMessage(error) })
          },
        )
      return refusals
    },
    toasts: {
      success: (refusals, { nfts }) =>
        nfts.length > refusals.length
          ? t('admin:moderation.severalDone', { count: nfts.length - refusals.length })
          : '',
    },
    onSettled: () => refreshAdmin(client),
  })
}

export type BytesDecision = Body<'PUT /api/admin/nfts/{id}/bytes/'>

/** The bytes of an NFT, in every file that has them. */
export function useBlockBytes() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ nftId, decision }: { nftId: string; decision: BytesDecision }) =>
      call('PUT /api/admin/nfts/{id}/bytes/', { params: { id: nftId }, body: decision }),
    toasts: {
      success: ({ taken_down }, { decision }) =>
        decision.blocked ? t('admin:queue.toasts.blocked', { count: taken_down }) : t('admin:queue.toasts.unblocked'),
    },
    onSettled: () => refreshAdmin(client),
  })
}

function textOf({ approved, taken_down }: Decision): string {
  if (taken_down !== undefined) return t(taken_down ? 'admin:queue.toasts.takenDown' : 'admin:queue.toasts.restored')
  return t(approved ? 'admin:queue.toasts.approved' : 'admin:queue.toasts.refused')
}
