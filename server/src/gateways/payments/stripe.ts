import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ProviderState } from '@verso/protocol/payment-status'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { callProvider } from './call-provider.ts'
import {
  type PaymentProvider,
  type ProviderChange,
  type ProviderEvent,
  type ProviderPayment,
  ProviderUnavailable,
  WebhookRejected,
} from './provider.ts'

export type StripeConfig = { secretKey: string; publishableKey: string; webhookSecret: string; apiUrl: string }

/** Our page with Stripe's form in it, on the origin of PAY_PORT. */
export const STRIPE_PAGE = '/pay/stripe/'

const API_VERSION = '2024-06-20'
const TOLERANCE_SECONDS = 300
/** The platform's own account: nothing is bought for the buyer but the work. */
const RECEIVER = 'platform'

const charge = z.object({
  refunded: z.boolean(),
  disputed: z.boolean(),
  balance_transaction: z.union([z.object({ fee: z.number().int() }), z.string()]).nullish(),
})
const paymentIntent = z.object({
  id: z.string(),
  amount: z.number().int(),
  amount_received: z.number().int().default(0),
  currency: z.string(),
  status: z.string(),
  client_secret: z.string().nullish(),
  last_payment_error: z.unknown().nullish(),
  metadata: z.record(z.string(), z.string()).default({}),
  latest_charge: z.union([charge, z.string()]).nullish(),
})
type PaymentIntent = z.output<typeof paymentIntent>
const intentList = z.object({ data: z.array(paymentIntent), has_more: z.boolean() })
const refundList = z.object({
  data: z.array(
    z.object({ id: z.string(), status: z.string(), metadata: z.record(z.string(), z.string()).default({}) }),
  ),
})
const refundAnswer = z.object({ id: z.string(), status: z.string() })
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
    }),
  }),
})
const eventList = z.object({ data: z.array(eventBody), has_more: z.boolean() })

/** The events that say where a payment has come to; Stripe keeps them for 30 days. */
const CHANGES: Record<string, ProviderState> = {
  'payment_intent.succeeded': 'succeeded',
  'charge.refunded': 'refunded',
  'charge.dispute.created': 'disputed',
  'charge.dispute.funds_withdrawn': 'disputed',
}

/** Stripe's PaymentIntents: real refunds; its webhooks are signed, repeated and out of order by design. */
export function createStripeProvider(config: StripeConfig, clock: Clock): PaymentProvider {
  const call = createCaller(config)
  const findByPaymentId = async (paymentId: string) => {
    const query = encodeURIComponent(`metadata['payment_id']:'${paymentId}'`)
    return intentList.parse((await call(`/v1/payment_intents/search?query=${query}`)).body).data[0]
  }
  const fetchIntent = async (paymentId: string, ref: string | null) => {
    if (!ref) return findByPaymentId(paymentId)
    const { status, body } = await call(`/v1/payment_intents/${ref}?expand[]=latest_charge.balance_transaction`, {
      accept: [404],
    })
    return status === 404 ? undefined : paymentIntent.parse(body)
  }
  return {
    name: 'stripe',
    canRefund: true,
    commodity: 'USD',
    receiver: RECEIVER,
    // Stripe has no page to embed, only a script: the page around it is our own, on PAY_PORT.
    origin: '',
    createSession: async (request) => {
      const form = {
        amount: String(request.amountCents),
        currency: request.currency.toLowerCase(),
        description: request.purpose,
        'automatic_payment_methods[enabled]': 'true',
        'metadata[payment_id]': request.paymentId,
      }
      const { body } = await call('/v1/payment_intents', { form, idempotencyKey: request.paymentId })
      const intent = paymentIntent.parse(body)
      const options = { publishable_key: config.publishableKey, client_secret: intent.client_secret }
      // Behind the #, so that no log of any server has it.
      const page = new URLSearchParams({ secret: intent.client_secret ?? '' })
      return { providerRef: intent.id, url: `${STRIPE_PAGE}#${page}`, options }
    },
    parseWebhook: (rawBody, headers) => parseSignedEvent(rawBody, headers, { secret: config.webhookSecret, clock }),
    fetchPayment: async (paymentId, providerRef) => {
      const intent = await fetchIntent(paymentId, providerRef)
      return intent && toPayment(intent, paymentId)
    },
    listChanges: async (since) => {
      const changes: ProviderChange[] = []
      const types = Object.keys(CHANGES).map((type) => `types[]=${type}`)
      for (let last = '', hasMore = true; hasMore; ) {
        const from = `created[gte]=${Math.floor(since.getTime() / 1000)}&limit=100${last && `&starting_after=${last}`}`
        const list = eventList.parse((await call(`/v1/events?${types.join('&')}&${from}`)).body)
        changes.push(...list.data.flatMap(toChange))
        last = list.data.at(-1)?.id ?? ''
        hasMore = list.has_more && last !== ''
      }
      return changes
    },
    cancelSession: async (paymentId, providerRef) => {
      const ref = providerRef ?? (await findByPaymentId(paymentId))?.id
      // 400: it is paid or cancelled already; the look-up that follows tells which.
      if (ref) await call(`/v1/payment_intents/${ref}/cancel`, { form: {}, accept: [400, 404] })
    },
    refund: async ({ refundId, paymentId, providerRef, amountCents }) => {
      const { body } = await call(`/v1/refunds?payment_intent=${providerRef}&limit=100`)
      const made = refundList.parse(body).data.find((refund) => refund.metadata.refund_id === refundId)
      if (made) return { providerRef: made.id, state: refundState(made.status) }
      const form = {
        payment_intent: providerRef,
        amount: String(amountCents),
        'metadata[refund_id]': refundId,
        'metadata[payment_id]': paymentId,
      }
      const answer = await call('/v1/refunds', { form, idempotencyKey: refundId, accept: [400, 402] })
      if (answer.status >= 400) return { providerRef: '', state: 'failed' }
      const refund = refundAnswer.parse(answer.body)
      return { providerRef: refund.id, state: refundState(refund.status) }
    },
    check: async () => void (await call('/v1/balance')),
  }
}

type Call = { form?: Record<string, string>; idempotencyKey?: string; accept?: readonly number[] }

function createCaller(config: StripeConfig) {
  return (path: string, { form, idempotencyKey, accept }: Call = {}) =>
    callProvider(`${config.apiUrl}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${config.secretKey}`,
        'stripe-version': API_VERSION,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
      ...(accept && { accept }),
    })
}

function stateOf(intent: PaymentIntent): ProviderState {
  switch (intent.status) {
    case 'requires_action':
      return 'requires_action'
    case 'processing':
    case 'requires_capture':
      return 'pending'
    case 'canceled':
      return 'canceled'
    case 'succeeded':
      return paidState(intent)
    case 'requires_payment_method':
      return intent.last_payment_error ? 'failed' : 'created'
    case 'requires_confirmation':
      return 'created'
    default:
      throw new ProviderUnavailable(`the PaymentIntent has the unknown status ${intent.status}`)
  }
}

function paidState({ latest_charge }: PaymentIntent): ProviderState {
  if (typeof latest_charge !== 'object' || !latest_charge) return 'succeeded'
  if (latest_charge.disputed) return 'disputed'
  return latest_charge.refunded ? 'refunded' : 'succeeded'
}

function toPayment(intent: PaymentIntent, paymentId: string): ProviderPayment {
  const transaction = typeof intent.latest_charge === 'object' ? intent.latest_charge?.balance_transaction : undefined
  return {
    // Another payment's intent under our reference must not pass for ours (I7).
    paymentId: intent.metadata.payment_id ?? paymentId,
    providerRef: intent.id,
    state: stateOf(intent),
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    commodity: intent.currency.toUpperCase(),
    receiver: RECEIVER,
    feeCents: typeof transaction === 'object' && transaction ? transaction.fee : 0,
  }
}

function toChange({ type, data: { object } }: z.output<typeof eventBody>): ProviderChange[] {
  const state = CHANGES[type]
  const providerRef = intentOf(object)
  // A part of the money that went back leaves the charge as it is.
  if (!state || !providerRef || (state === 'refunded' && !object.refunded)) return []
  return [{ paymentId: null, providerRef, state }]
}

const intentOf = (object: z.output<typeof eventBody>['data']['object']): string | undefined =>
  (object.object === 'payment_intent' ? object.id : object.payment_intent) ?? undefined

const refundState = (status: string): 'done' | 'pending' | 'failed' =>
  status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'

function parseSignedEvent(
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
