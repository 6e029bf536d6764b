import type { Withdrawal } from '@verso/protocol/nfts/withdrawals'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, newIdempotencyKey } from '../client.ts'
import { invalidateNfts } from './nfts.ts'

const POLL_MS = 2_000
const keyOf = (nftId: string) => ['withdrawal', nftId]

export const isUnderWay = (withdrawal: Withdrawal | null | undefined): boolean =>
  withdrawal?.status === 'WAITING' || withdrawal?.status === 'SENT'

/** The member's latest withdrawal of an NFT; followed while it is under way, and the NFT is read again when it has ended. */
export function useWithdrawal(nftId: string, isEnabled: boolean) {
  const client = useQueryClient()
  return useQuery({
    queryKey: keyOf(nftId),
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<Withdrawal | null>(keyOf(nftId))
      const now = await call('GET /api/nfts/{id}/withdraw/', { params: { id: nftId }, signal })
      if (isUnderWay(before) && !isUnderWay(now)) void invalidateNfts(client)
      return now
    },
    enabled: isEnabled,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false),
  })
}

/** Sends the token to an outside address; the client asks for a second factor where one is due. */
export function useWithdraw(nftId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (address: string) =>
      call('POST /api/nfts/{id}/withdraw/', {
        params: { id: nftId },
        body: { address },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: (withdrawal) => {
      client.setQueryData(keyOf(nftId), withdrawal)
      return invalidateNfts(client)
    },
    // It may have begun all the same, or in another tab.
    onError: () => client.invalidateQueries({ queryKey: keyOf(nftId) }),
  })
}
