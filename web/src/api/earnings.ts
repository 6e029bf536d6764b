import type { EarnedTotals, Earnings, FiatAccount, Payout } from '@verso/protocol/accounts'
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../lib/i18n.ts'
import { useToastedMutation } from '../lib/use-toasted-mutation.ts'
import { api } from './client.ts'
import { loadedRows } from './loaded-rows.ts'

export const useEarnings = () =>
  useQuery({
    queryKey: ['earnings'],
    queryFn: ({ signal }) => api.get<Earnings>('/api/accounts/earnings/', { signal }),
  })

export const useEarnedTotals = () =>
  useQuery({
    queryKey: ['earnings', 'totals'],
    queryFn: ({ signal }) => api.get<EarnedTotals>('/api/accounts/earnings/totals/', { signal }),
  })

/** One's own payouts, newest first. */
export const usePayouts = () =>
  useInfiniteQuery({
    queryKey: ['earnings', 'payouts'],
    queryFn: ({ pageParam, signal }) => api.list<Payout>('/api/payouts/', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    select: loadedRows,
  })

export const useFiatAccounts = () =>
  useQuery({
    queryKey: ['fiat-accounts'],
    queryFn: ({ signal }) => api.get<FiatAccount[]>('/api/accounts/fiats/', { signal }),
  })

export function useRequestPayout() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ idempotencyKey, ...payout }: { amount: number; fiat_account?: string; idempotencyKey: string }) =>
      api.post<Payout>('/api/payouts/', payout, { idempotencyKey }),
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
    mutationFn: (payoutId: string) => api.put(`/api/payouts/${payoutId}/`, { status: 'CANCELLED' }),
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

export type FiatAccountInput = Omit<FiatAccount, 'id'>

export function useAddFiatAccount() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (account: FiatAccountInput) => api.post<FiatAccount>('/api/accounts/fiats/', account),
    toasts: { success: t('profile:bank.toasts.saved') },
    onSettled: () => forgetAccounts(client),
  })
}

export function useRemoveFiatAccount() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (accountId: string) => api.delete(`/api/accounts/fiats/${accountId}/`),
    toasts: { success: t('profile:bank.toasts.removed') },
    onSettled: () => forgetAccounts(client),
  })
}
