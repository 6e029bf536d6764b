import { z } from 'zod'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf, pathId } from '../envelope.ts'
import { outboxMessage, outboxQuery } from '../operations/outbox.ts'
import { devPaymentBody } from '../money/payments.ts'

const tag = 'development'

/** Never in production. */
export const developmentEndpoints = {
  'GET /api/dev/outbox/': {
    access: 'visitor',
    tag,
    summary: 'Mail and SMS, newest first',
    query: outboxQuery,
    answer: dataOf(z.array(outboxMessage)),
  },
  'POST /api/dev/payments/{payment_id}/': {
    access: 'visitor',
    tag,
    summary: 'Let the sandbox provider decide a payment',
    params: z.object({ payment_id: pathId }),
    body: devPaymentBody,
    answer: dataOf(z.object({ payment_id: z.string(), outcome: z.string() })),
  },
} as const satisfies EndpointTable
