import {
  adminLedger,
  adminPayment,
  adminPaymentBody,
  adminPaymentsQuery,
  paymentEvent,
  paymentSearchQuery,
} from '../../money/admin-money.ts'
import type { EndpointTable } from '../../endpoint.ts'
import { dataOf, idParams, listOf } from '../../envelope.ts'

const tag = 'admin'

/** Payments that need a person, and the state of the books. */
export const adminPaymentEndpoints = {
  'GET /api/admin/payments/': {
    access: 'admin',
    tag,
    summary: 'Payments that need a person, or all of them, newest first',
    query: adminPaymentsQuery,
    answer: listOf(adminPayment),
  },
  'PUT /api/admin/payments/{id}/': {
    access: 'admin-step-up',
    tag,
    summary: 'Refund, retry, settle by hand, or enter a chargeback’s end',
    params: idParams,
    body: adminPaymentBody,
    answer: dataOf(adminPayment),
  },
  'GET /api/admin/payments/search/': {
    access: 'admin',
    tag,
    summary: 'Payments by any id that has to do with them, or by the member’s e-mail',
    query: paymentSearchQuery,
    answer: listOf(adminPayment),
  },
  'GET /api/admin/payments/{id}/history/': {
    access: 'admin',
    tag,
    summary: 'Everything that happened to a payment',
    params: idParams,
    answer: listOf(paymentEvent),
  },
  'GET /api/admin/ledger/': {
    access: 'admin',
    tag,
    summary: 'The books: totals, and what does not add up',
    answer: dataOf(adminLedger),
  },
} as const satisfies EndpointTable
