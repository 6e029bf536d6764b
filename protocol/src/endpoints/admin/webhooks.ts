import { z } from 'zod'
import type { EndpointTable } from '../../endpoint.ts'
import { dataOf, idParams, listOf } from '../../envelope.ts'
import {
  webhook,
  webhookBody,
  webhookChange,
  webhookDeliveriesQuery,
  webhookDelivery,
  webhookDeliveryParams,
  webhookWithSecret,
} from '../../operations/webhooks.ts'

const tag = 'admin'

/** Addresses of other programs that are told what happens; what they get stands under `webhooks`. */
export const webhookEndpoints = {
  'GET /api/admin/webhooks/': {
    access: 'admin',
    tag,
    summary: 'The addresses that are told what happens',
    answer: listOf(webhook),
  },
  'POST /api/admin/webhooks/': {
    access: 'admin-step-up',
    tag,
    summary: 'Add an address; its secret is given here alone',
    body: webhookBody,
    answer: dataOf(webhookWithSecret),
    status: 201,
  },
  'GET /api/admin/webhooks/{id}/': {
    access: 'admin',
    tag,
    summary: 'One address',
    params: idParams,
    answer: dataOf(webhook),
  },
  'PUT /api/admin/webhooks/{id}/': {
    access: 'admin-step-up',
    tag,
    summary: 'Change the address or its kinds of events; what is left out stays',
    params: idParams,
    body: webhookChange,
    answer: dataOf(webhook),
  },
  'DELETE /api/admin/webhooks/{id}/': {
    access: 'admin',
    tag,
    summary: 'Remove an address, with its deliveries',
    params: idParams,
    answer: dataOf(z.object({ id: z.string() })),
  },
  'POST /api/admin/webhooks/{id}/rotate/': {
    access: 'admin-step-up',
    tag,
    summary: 'Replace the secret; for a day both sign',
    params: idParams,
    answer: dataOf(webhookWithSecret),
  },
  'POST /api/admin/webhooks/{id}/pause/': {
    access: 'admin',
    tag,
    summary: 'Send nothing until it is resumed; what happens meanwhile waits',
    params: idParams,
    answer: dataOf(webhook),
  },
  'POST /api/admin/webhooks/{id}/resume/': {
    access: 'admin',
    tag,
    summary: 'Send again, what has waited too',
    params: idParams,
    answer: dataOf(webhook),
  },
  'POST /api/admin/webhooks/{id}/test/': {
    access: 'admin',
    tag,
    summary: 'Send a `webhook.test`',
    params: idParams,
    answer: dataOf(webhookDelivery),
    status: 201,
  },
  'GET /api/admin/webhooks/{id}/deliveries/': {
    access: 'admin',
    tag,
    summary: 'What was sent, or waits, the newest first',
    params: idParams,
    query: webhookDeliveriesQuery,
    answer: listOf(webhookDelivery),
  },
  'POST /api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver/': {
    access: 'admin',
    tag,
    summary: 'Send it once more, under the same id',
    params: webhookDeliveryParams,
    answer: dataOf(webhookDelivery),
  },
} as const satisfies EndpointTable
