import { WEBHOOK_PAYLOADS } from '@verso/protocol/operations/webhooks'
import { z } from 'zod'

const HEADERS = {
  'webhook-id': 'The id of the event: the same for every attempt. What comes twice has the same.',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970',
  'webhook-signature':
    'One or two of `v1,…` with spaces between: HMAC-SHA256 of id, timestamp and body (Standard Webhooks)',
}

/** The events that are sent to the operators' addresses, by type. */
export const describeWebhooks = () =>
  Object.fromEntries(Object.entries(WEBHOOK_PAYLOADS).map(([type, schema]) => [type, { post: describe(type, schema) }]))

function describe(type: string, schema: z.ZodType) {
  const { $schema: _dialect, ...payload } = z.toJSONSchema(schema)
  return {
    tags: ['webhooks'],
    operationId: type,
    summary: `Sent at ${type}`,
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      in: 'header',
      name,
      description,
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: payload } } },
    responses: { '2XX': { description: 'Taken. Anything else, or none within 10 seconds, is tried again.' } },
  }
}
