import { z } from 'zod'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf, idParams, listOf } from '../envelope.ts'
import { payment, paymentsQuery, paymentWidget, receiptQuery } from '../money/payments.ts'

const tag = 'payments'

/** A member's own orders and top-ups, and the provider's events. */
export const paymentEndpoints = {
  'GET /api/payments/': {
    access: 'member',
    tag,
    summary: 'Own orders and top-ups',
    query: paymentsQuery,
    answer: listOf(payment),
  },
  'GET /api/payments/{id}/': {
    access: 'member',
    tag,
    summary: 'One of one’s own payments',
    params: idParams,
    answer: dataOf(payment),
  },
  'POST /api/payments/{id}/session/': {
    access: 'trader',
    tag,
    summary: 'What to embed to pay',
    params: idParams,
    answer: dataOf(paymentWidget),
  },
  'POST /api/payments/{id}/cancel/': {
    access: 'member',
    tag,
    summary: 'The buyer’s own cancel',
    params: idParams,
    answer: dataOf(payment),
  },
  'GET /api/payments/{id}/receipt/': {
    access: 'visitor',
    tag,
    summary: 'The receipt as a page to print; by its own link or by its owner',
    params: idParams,
    query: receiptQuery,
    produces: 'text/html',
  },
  'POST /api/payments/webhooks/{provider}/': {
    access: 'visitor',
    tag,
    summary: 'Events of the payment provider',
    params: z.object({ provider: z.string().max(40) }),
    answer: dataOf(z.object({ received: z.literal(true) })),
  },
} as const satisfies EndpointTable
