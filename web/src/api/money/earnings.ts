import type { Body } from '@verso/protocol/endpoints'
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call, callList, newIdempotencyKey } from '../client.ts'
import { loadedRows } from '../loaded-rows.ts'

export const useEarnings = () =>
  useQuery({
    queryKey: ['earnings'],
    queryFn: ({ signal }) => call('GET /api/accounts/earnings/', { signal }),
  })

export const useEarnedTotals = () =>
  useQuery({
    queryKey: ['earnings', 'totals'],
    queryFn: ({ signal }) => call('GET /api/accounts/earnings/totals/', { signal }),
  })

/** One's own payouts, newest first. */
export const usePayouts = () =>
  useInfiniteQuery({
    queryKey: ['earnings', 'payouts'],
    queryFn: ({ pageParam, signal }) => callList('GET /api/payouts/', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    select: loadedRows,
  })

export const useFiatAccounts = () =>
  useQuery({
    queryKey: ['fiat-accounts'],
    queryFn: ({ signal }) => call('GET /api/accounts/fiats/', { signal }),
  })

export function useRequestPayout() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ idempotencyKey, ...body }: Body<'POST /api/payouts/'> & { idempotencyKey: string }) =>
      call('POST /api/payouts/', { body, idempotencyKey }),
    toasts: {
      success: t('profile:earnings.toasts.requested'),
      error: t('profile:earnings.toasts.requestError'),
      preferServerError: true,
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['earnings'] }),
  })
}

export function useCancelPayout() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) => call('PUT /api/payouts/{id}/', { params: { id }, body: { status: 'CANCELLED' } }),
    toasts: { success: t('profile:earnings.toasts.cancelled') },
    onSettled: () => client.invalidateQueries({ queryKey: ['earnings'] }),
  })
}

/** An open payout may have got, or lost, its account. */
const forgetAccounts = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['fiat-accounts'] }),
    client.invalidateQueries({ queryKey: ['earnings', 'payouts'] }),
  ])

export function useAddFiatAccount() {
  const client = useQueryClient()
  // Saved once more after a lost answer, the same account is added once.
  const last = useRef({ of: '', key: '' })
  return useToastedMutation({
    mutationFn: (body: Body<'POST /api/accounts/fiats/'>) => {
      const of = JSON.stringify(body)
      if (last.current.of !== of) last.current = { of, key: newIdempotencyKey() }
      return call('POST /api/accounts/fiats/', { body, idempotencyKey: last.current.key })
    },
    toasts: { success: t('profile:bank.toasts.saved') },
    onSettled: () => forgetAccounts(client),
  })
}

export function useRemoveFiatAccount() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) => call('DELETE /api/accounts/fiats/{id}/', { params: { id } }),
    toasts: { success: t('profile:bank.toasts.removed') },
    onSettled: () => forgetAccounts(client),
  })
}
