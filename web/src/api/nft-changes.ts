import type { Nft } from '@verso/protocol/nfts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../lib/i18n.ts'
import { useToastedMutation } from '../lib/use-toasted-mutation.ts'
import { api, newIdempotencyKey } from './client.ts'
import { invalidateNfts } from './nfts.ts'

type ListInput = { id: string; price: string; expiresAt?: string | undefined }

export function useListNft() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, price, expiresAt }: ListInput) =>
      api.put<unknown>(
        `/api/nfts/${id}/`,
        { price, listing: true, expires_at: expiresAt },
        { idempotencyKey: newIdempotencyKey() },
      ),
    onSuccess: () => invalidateNfts(client),
    toasts: { loading: t('nft.toasts.listing'), success: t('nft.toasts.listed'), preferServerError: true },
  })
}

export function useUnlistNft() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) =>
      api.put<unknown>(`/api/nfts/${id}/`, { price: 0, listing: false }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => invalidateNfts(client),
    toasts: { loading: t('nft.toasts.unlisting'), success: t('nft.toasts.unlisted'), preferServerError: true },
  })
}

/** Reserves the NFT for the buyer; the same buyer gets the same payment again (docs/rules.md R78). */
export const purchaseNft = (id: string, buyerId: string, price?: number) =>
  api.put<{ payment_id: string }>(`/api/nfts/${id}/`, {
    buyer: buyerId,
    purchasing: true,
    ...(price !== undefined && { expected_price: price }),
  })

export type CreateNftBody = {
  category: number
  chain: string
  file: string
  thumbnail: string
  royalty: number
  cashback_value: number
}
export const createNft = (body: CreateNftBody, idempotencyKey: string) =>
  api.post<Nft>('/api/nfts/', body, { idempotencyKey })

export function useRetryMint() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) => api.post<unknown>(`/api/nfts/${id}/retry/`),
    onSuccess: () => invalidateNfts(client),
    toasts: { success: t('nft.toasts.mintRetried'), preferServerError: true },
  })
}

export const useReportNft = (id: string) =>
  useMutation({
    mutationFn: (body: { reason: string; text: string }) => api.post<unknown>(`/api/nfts/${id}/reports/`, body),
  })
