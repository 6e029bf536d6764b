import type { Payment } from '@verso/protocol/money/payments'
import type { PaymentStatus } from '@verso/protocol/money/payment-status'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, callList } from '../client.ts'
import { loadedRows } from '../loaded-rows.ts'

/** Nothing more happens to a payment in one of these without a person. */
const SETTLED: ReadonlySet<PaymentStatus> = new Set(['CANCELED', 'EXPIRED', 'REFUNDED', 'DISPUTED', 'NEEDS_REVIEW'])
const POLL_MS = 2_000
const ENDED_POLL_MS = 15_000

/** Paid, and every step of the delivery done. */
export const isDelivered = (payment: Payment): boolean =>
  payment.status === 'SUCCESS' && payment.steps.every((step) => step.status === 'DONE')

export const isSettled = (payment: Payment): boolean => SETTLED.has(payment.status) || isDelivered(payment)

export const fetchPayment = (id: string, signal?: AbortSignal) =>
  call('GET /api/payments/{id}/', { params: { id }, signal })

/** Money may still come late for one that ended unpaid. */
const pollMsOf = (payment: Payment | undefined): number | false => {
  if (payment?.status === 'EXPIRED' || payment?.status === 'CANCELED') return ENDED_POLL_MS
  return payment && isSettled(payment) ? false : POLL_MS
}

/** One order or top-up: the truth about the money, looked up until it is settled. */
export const usePayment = (id: string) =>
  useQuery({
    queryKey: ['payments', 'one', id],
    queryFn: ({ signal }) => fetchPayment(id, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => pollMsOf(state.data),
  })

/** The provider's session, which the page embeds to take the money. */
export const usePaymentSession = (id: string) =>
  useQuery({
    // Not under 'payments': when those are read again, nothing is asked of a payment that may be paid by now.
    queryKey: ['payment-session', id],
    queryFn: ({ signal }) => call('POST /api/payments/{id}/session/', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** One's own orders and top-ups, newest first. */
export const usePayments = () =>
  useInfiniteQuery({
    queryKey: ['payments', 'list'],
    queryFn: ({ pageParam, signal }) => callList('GET /api/payments/', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    select: loadedRows,
  })

/** The buyer's own cancel: the reservation ends, and money that comes all the same is sent back. */
export const cancelPayment = (id: string) => call('POST /api/payments/{id}/cancel/', { params: { id } })
