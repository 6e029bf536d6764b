import type { AdminPayment, AdminPayout, PaymentAction, PaymentEvent } from '@verso/protocol/admin-money'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../lib/i18n.ts'
import { useToastedMutation } from '../lib/use-toasted-mutation.ts'
import { api, newIdempotencyKey } from './client.ts'

export type PayoutsShown = 'open' | 'all'
type Page = { limit: number; cursor: string | undefined }
export type PayoutDecision = {
  status: 'APPROVED' | 'PAID' | 'REJECTED'
  reference?: string
  reason?: string
  already_sent?: boolean
}
export type BankDetails = Record<'holder' | 'account_number' | 'bank_name' | 'country' | 'currency', string>

const EXPORT_PAGE = 100

export const useAdminPayouts = (page: Page & { status: PayoutsShown }) =>
  useQuery({
    queryKey: ['admin', 'payouts', page],
    queryFn: ({ signal }) => api.list<AdminPayout>('/api/admin/payouts/', { query: page, signal }),
    placeholderData: keepPreviousData,
  })

export async function fetchAllPayouts(status: PayoutsShown): Promise<AdminPayout[]> {
  const payouts: AdminPayout[] = []
  let cursor: string | undefined
  do {
    const page = await api.list<AdminPayout>('/api/admin/payouts/', { query: { status, limit: EXPORT_PAGE, cursor } })
    payouts.push(...page.data)
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  return payouts
}

export const fetchBankDetails = (payoutId: string) =>
  api.get<BankDetails>(`/api/admin/payouts/${payoutId}/bank-details/`)

export function useDecidePayout() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, decision }: { id: string; decision: PayoutDecision }) =>
      api.put(`/api/admin/payouts/${id}/`, decision, { idempotencyKey: newIdempotencyKey() }),
    toasts: { success: (_, { decision }) => t(`admin:payouts.toasts.${decision.status}`) },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  })
}

export const useReviewPayments = (page: Page) =>
  useQuery({
    queryKey: ['admin', 'payments', page],
    queryFn: ({ signal }) => api.list<AdminPayment>('/api/admin/payments/', { query: page, signal }),
    placeholderData: keepPreviousData,
  })

export const usePaymentSearch = (text: string) =>
  useQuery({
    queryKey: ['admin', 'payments', 'search', text],
    queryFn: ({ signal }) => api.get<AdminPayment[]>('/api/admin/payments/search/', { query: { q: text }, signal }),
    enabled: text !== '',
  })

export const usePaymentHistory = (paymentId: string) =>
  useQuery({
    queryKey: ['admin', 'payments', 'history', paymentId],
    queryFn: ({ signal }) => api.get<PaymentEvent[]>(`/api/admin/payments/${paymentId}/history/`, { signal }),
    staleTime: 0,
  })

export function useDecidePayment() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: ({ id, action, note }: { id: string; action: PaymentAction; note?: string }) =>
      api.put(`/api/admin/payments/${id}/`, { action, note }, { idempotencyKey: newIdempotencyKey() }),
    toasts: { success: t('admin:payments.done') },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  })
}
