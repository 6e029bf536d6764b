import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ProviderState } from '@verso/protocol/money/payment-status'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { type ProviderChange, type ProviderEvent, type RefundState, WebhookRejected } from './provider.ts'

const TOLERANCE_SECONDS = 300

const eventBody = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string().optional(),
      payment_intent: z.string().nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
      refunded: z.boolean().nullish(),
      status: z.string().nullish(),
    }),
  }),
})
export const eventList = z.object({ data: z.array(eventBody), has_more: z.boolean() })

/** The events that say where a payment has come to; Stripe keeps them for 30 days. */
const CHANGES: Record<string, ProviderState> = {
  'payment_intent.succeeded': 'succeeded',
  'charge.refunded': 'refunded',
  'charge.dispute.created': 'disputed',
  'charge.dispute.funds_withdrawn': 'disputed',
  'charge.dispute.funds_reinstated': 'succeeded',
}
/** The events of one refund; its state is in the refund itself. */
const REFUND_CHANGES: readonly string[] = ['refund.updated', 'refund.failed', 'charge.refund.updated']
export const CHANGE_TYPES: readonly string[] = [...Object.keys(CHANGES), ...REFUND_CHANGES]

export const refundState = (status: string): RefundState =>
  status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'

export function toChange({ type, data: { object } }: z.output<typeof eventBody>): ProviderChange[] {
  const state = REFUND_CHANGES.includes(type) ? changeOfRefund(object.status) : CHANGES[type]
  const providerRef = intentOf(object)
  if (!state || !providerRef) return []
  // A part of the money that went back leaves the charge as it is.
  const isPart = type === 'charge.refunded' && !object.refunded
  return [{ paymentId: null, providerRef, state: isPart ? 'partly_refunded' : state }]
}

function changeOfRefund(status: string | null | undefined): ProviderChange['state'] | undefined {
  const state = refundState(status ?? '')
  return state === 'failed' ? 'refund_failed' : state === 'done' ? 'refunded' : undefined
}

const intentOf = (object: z.output<typeof eventBody>['data']['object']): string | undefined =>
  (object.object === 'payment_intent' ? object.id : object.payment_intent) ?? undefined

/** Takes a webhook's event when Stripe has signed it. */
export function parseSignedEvent(
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
  { secret, clock }: { secret: string; clock: Clock },
): ProviderEvent {
  const parts = String(headers['stripe-signature'] ?? '')
    .split(',')
    .map((part) => part.split('=', 2))
  const seconds = Number(parts.find(([name]) => name === 't')?.[1])
  const ageSeconds = Math.abs(clock.now().getTime() / 1000 - seconds)
  if (!(ageSeconds <= TOLERANCE_SECONDS))
    throw new WebhookRejected('the signature has no time, or one too far from now')
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest()
  const isSigned = parts.some(([name, value]) => name === 'v1' && isSame(value ?? '', expected))
  if (!isSigned) throw new WebhookRejected('the signature is wrong')
  const parsed = eventBody.safeParse(readJson(rawBody))
  if (!parsed.success) throw new WebhookRejected('the event has another shape')
  const { id, type, data } = parsed.data
  return {
    eventId: id,
    paymentId: data.object.metadata?.payment_id ?? null,
    providerRef: intentOf(data.object) ?? null,
    type,
    isSigned: true,
  }
}

function isSame(hex: string, expected: Buffer): boolean {
  const given = Buffer.from(hex, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function readJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
