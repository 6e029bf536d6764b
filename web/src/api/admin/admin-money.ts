import type { AdminPayout } from '@verso/protocol/money/admin-money'
import type { Body, Data, Query } from '@verso/protocol/endpoints'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { refreshAdmin } from './refresh-admin.ts'
import { call, callList, newIdempotencyKey } from '../client.ts'

export type PayoutsShown = 'open' | 'all'
type Page = { limit: number; cursor: string | undefined }
export type PayoutDecision = Body<'PUT /api/admin/payouts/{id}/'>
export type PaymentDecision = Body<'PUT /api/admin/payments/{id}/'>
export type BankDetails = Data<'GET /api/admin/payouts/{id}/bank-details/'>

const EXPORT_PAGE = 100

export const useAdminPayouts = (page: Page & { status: PayoutsShown }) =>
  useQuery({
    queryKey: ['admin', 'payouts', page],
    queryFn: ({ signal }) => callList('GET /api/admin/payouts/', { query: page, signal }),
    placeholderData: keepPreviousData,
  })

export async function fetchAllPayouts(status: PayoutsShown): Promise<AdminPayout[]> {
  const payouts: AdminPayout[] = []
  let cursor: string | undefined
  do {
    const page = await callList('GET /api/admin/payouts/', { query: { status, limit: EXPORT_PAGE, cursor } })
    payouts.push(...page.data)
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  return payouts
}

export const fetchBankDetails = (payoutId: string) =>
  call('GET /api/admin/payouts/{id}/bank-details/', { params: { id: payoutId } })

export function useDecidePayout() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, decision }: { id: string; decision: PayoutDecision }) =>
      call('PUT /api/admin/payouts/{id}/', { params: { id }, body: decision, idempotencyKey: newIdempotencyKey() }),
    toasts: { success: (_, { decision }) => t(`admin:payouts.toasts.${decision.status}`) },
    onSettled: () => refreshAdmin(client),
  })
}

export type PaymentFilters = Pick<
  Query<'GET /api/admin/payments/'>,
  'status' | 'kind' | 'from' | 'to' | 'min_amount' | 'max_amount'
>

export const useAllPayments = (page: Page & PaymentFilters) =>
  useQuery({
    queryKey: ['admin', 'payments', 'all', page],
    queryFn: ({ signal }) => callList('GET /api/admin/payments/', { query: { ...page, shown: 'all' }, signal }),
    placeholderData: keepPreviousData,
  })

export const useReviewPayments = (page: Page) =>
  useQuery({
    queryKey: ['admin', 'payments', page],
    queryFn: ({ signal }) => callList('GET /api/admin/payments/', { query: page, signal }),
    placeholderData: keepPreviousData,
  })

export const usePaymentSearch = (text: string) =>
  useQuery({
    queryKey: ['admin', 'payments', 'search', text],
    queryFn: ({ signal }) => callList('GET /api/admin/payments/search/', { query: { q: text }, signal }),
    enabled: text !== '',
  })

export const usePaymentHistory = (paymentId: string) =>
  useQuery({
    queryKey: ['admin', 'payments', 'history', paymentId],
    queryFn: ({ signal }) => call('GET /api/admin/payments/{id}/history/', { params: { id: paymentId }, signal }),
    staleTime: 0,
  })

export function useDecidePayment() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, decision }: { id: string; decision: PaymentDecision }) =>
      call('PUT /api/admin/payments/{id}/', {
        params: { id },
        body: decision,
        idempotencyKey: newIdempotencyKey(),
      }),
    toasts: { success: t('admin:payments.done') },
    onSettled: () => refreshAdmin(client),
  })
}
