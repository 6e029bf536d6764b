import { z } from 'zod'
import { id, isoTime, pageQuery, pathId } from '../envelope.ts'
import { EVENT_SCHEMAS, eventSubject, type EventType } from '../events.ts'

/** Every type of event can be told to other programs. */
export const WEBHOOK_KINDS = Object.keys(EVENT_SCHEMAS) as [EventType, ...EventType[]]
/** The kind of a test's event. */
export const TEST_KIND = 'webhook.test'
/** Changes when a field of a payload gets another meaning or goes; one that is added changes nothing. */
export const PAYLOAD_VERSION = 1

const kind = z.enum(WEBHOOK_KINDS, 'Unknown kind')

/** `paused` keeps what happens until it is resumed; `off`, by us after days of failure, keeps nothing new. */
const webhookState = z.enum(['active', 'paused', 'off'])
export const webhook = z.object({
  id,
  url: z.string(),
  kinds: z.array(z.string()),
  state: webhookState,
  /** Since when nothing sent was taken; null: the last was. */
  failing_since: isoTime.nullable(),
  created_at: isoTime,
})
export type Webhook = z.infer<typeof webhook>
/** Said once, when it is made. */
export const webhookWithSecret = webhook.extend({ secret: z.string() })

const URL_MAX_LENGTH = 2_000
const url = z
  .string('Required')
  .trim()
  .min(1, 'Required')
  .max(URL_MAX_LENGTH, 'Too long')
  .pipe(z.url('Invalid address'))
const kinds = z.array(kind, 'Required').min(1, 'Choose at least one').max(WEBHOOK_KINDS.length, 'Too many')

export const webhookBody = z.strictObject({ url, kinds })
export type WebhookBody = z.infer<typeof webhookBody>
/** A field that is left out stays as it is. */
export const webhookChange = webhookBody.partial()

const deliveryStatus = z.enum(['waiting', 'delivered', 'failed'], 'Unknown status')
export const webhookDelivery = z.object({
  id,
  /** Of the event: the `webhook-id` of every attempt. */
  event_id: id,
  kind: z.string(),
  status: deliveryStatus,
  attempts: z.number().int(),
  /** Null once it is delivered or given up. */
  next_attempt_at: isoTime.nullable(),
  /** Of the last attempt: when it was, the answer's status and first 1 kB, why there was none, and how long it took. */
  attempted_at: isoTime.nullable(),
  response_status: z.number().int().nullable(),
  answer: z.string().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number().int().nullable(),
  created_at: isoTime,
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>
export const webhookDeliveriesQuery = pageQuery.extend({ status: deliveryStatus.optional() })
export const webhookDeliveryParams = z.object({ id: pathId, delivery_id: pathId })

type Fields = Record<string, z.ZodType>

/** The payload: an event without the fields that stay inside the product. */
const payloadWith = (type: string, { audit: _inside, ...data }: Fields) =>
  z.object({
    /** The same for every attempt, and for every address. */
    id,
    type: z.literal(type),
    version: z.literal(PAYLOAD_VERSION),
    timestamp: isoTime,
    subjects: z.array(eventSubject),
    data: z.object(data),
  })
export type WebhookPayload = z.infer<ReturnType<typeof payloadWith>>

/** The schema of each payload, by its type. */
export const WEBHOOK_PAYLOADS: Record<string, ReturnType<typeof payloadWith>> = Object.fromEntries([
  ...WEBHOOK_KINDS.map((type) => [type, payloadWith(type, EVENT_SCHEMAS[type].shape)]),
  [TEST_KIND, payloadWith(TEST_KIND, {})],
])
