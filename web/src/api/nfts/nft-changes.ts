import type { Body } from '@verso/protocol/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call, newIdempotencyKey } from '../client.ts'
import { invalidateNfts } from './nfts.ts'

type ListInput = { id: string; price: string; expiresAt?: string | undefined }

export const useListNft = () => useSaveListing({ loading: t('nft.toasts.listing'), success: t('nft.toasts.listed') })
/** The open listing gives way to one at the new price. */
export const useChangePrice = () =>
  useSaveListing({ loading: t('nft.toasts.changingPrice'), success: t('nft.toasts.priceChanged') })

function useSaveListing(toasts: { loading: string; success: string }) {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, price, expiresAt }: ListInput) =>
      call('PUT /api/nfts/{id}/', {
        params: { id },
        body: { price, listing: true, expires_at: expiresAt },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: () => invalidateNfts(client),
    toasts: { ...toasts, preferServerError: true },
  })
}

export function useUnlistNft() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) =>
      call('PUT /api/nfts/{id}/', {
        params: { id },
        body: { price: 0, listing: false },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: () => invalidateNfts(client),
    toasts: { loading: t('nft.toasts.unlisting'), success: t('nft.toasts.unlisted'), preferServerError: true },
  })
}

/** `price`: what the buyer has seen, in USD. `withFee`: short of credits, they pay the network fee with it. */
export type Purchase = { buyer: string; price?: number | undefined; withFee?: boolean }

/** Reserves the NFT for the buyer; the same buyer gets the same payment again (docs/rules.md R78). */
export async function purchaseNft(id: string, { buyer, price, withFee }: Purchase): Promise<{ payment_id: string }> {
  const body = { buyer, purchasing: true, expected_price: price, with_fee: withFee }
  const started = await call('PUT /api/nfts/{id}/', { params: { id }, body })
  if (!('payment_id' in started)) throw new Error('A purchase was answered without its payment.')
  return started
}

export const createNft = (body: Body<'POST /api/nfts/'>, idempotencyKey: string) =>
  call('POST /api/nfts/', { body, idempotencyKey })

export function useRetryMint() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) => call('POST /api/nfts/{id}/retry/', { params: { id } }),
    onSuccess: () => invalidateNfts(client),
    toasts: { success: t('nft.toasts.mintRetried'), preferServerError: true },
  })
}

export const useReportNft = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/nfts/{id}/reports/'>) =>
      call('POST /api/nfts/{id}/reports/', { params: { id }, body }),
  })
