import type { ProviderState } from '@verso/protocol/money/payment-status'
import { z } from 'zod'
import { after, type Clock } from '../../clock.ts'
import { attemptKey } from './attempt-key.ts'
import { callProvider } from './call-provider.ts'
import {
  type PaymentProvider,
  type ProviderChange,
  type ProviderPayment,
  type ProviderRefund,
  UnknownProviderState,
} from './provider.ts'
import { findTakenByBank, type TakenByBank } from './stripe-disputes.ts'
import { CHANGE_TYPES, eventList, parseSignedEvent, refundState, toChange } from './stripe-events.ts'

export type StripeConfig = { secretKey: string; publishableKey: string; webhookSecret: string; apiUrl: string }

/** Our page with Stripe's form in it, on the origin of PAY_PORT. */
export const STRIPE_PAGE = '/pay/stripe/'

/** Less than Stripe's 30 days. */
const EVENTS_KEPT_MS = 29 * 24 * 3_600_000
const API_VERSION = '2024-06-20'
/** The platform's own account: nothing is bought for the buyer but the NFT. */
const RECEIVER = 'platform'

const metadata = z.record(z.string(), z.string())
const refund = z.object({ id: z.string(), status: z.string(), amount: z.number().int(), metadata: metadata.nullish() })
type Refund = z.output<typeof refund>
const refundList = z.object({ data: z.array(refund) })
const charge = z.object({
  refunded: z.boolean(),
  disputed: z.boolean(),
  refunds: refundList.nullish(),
  balance_transaction: z.union([z.object({ fee: z.number().int(), currency: z.string() }), z.string()]).nullish(),
})
const paymentIntent = z.object({
  id: z.string(),
  amount: z.number().int(),
  amount_received: z.number().int().default(0),
  currency: z.string(),
  status: z.string(),
  client_secret: z.string().nullish(),
  last_payment_error: z.unknown().nullish(),
  metadata: metadata.default({}),
  latest_charge: z.union([charge, z.string()]).nullish(),
})
type PaymentIntent = z.output<typeof paymentIntent>
const intentList = z.object({ data: z.array(paymentIntent), has_more: z.boolean() })
const EXPAND = 'expand[]=latest_charge.balance_transaction&expand[]=latest_charge.refunds'

/** Stripe's PaymentIntents: real refunds; its webhooks are signed, repeated and out of order by design. */
export function createStripeProvider(config: StripeConfig, clock: Clock): PaymentProvider {
  const call = createCaller(config)
  const findByPaymentId = async (paymentId: string) => {
    const query = encodeURIComponent(`metadata['payment_id']:'${paymentId}'`)
    return intentList.parse((await call(`/v1/payment_intents/search?query=${query}`)).body).data[0]
  }
  const fetchIntent = async (paymentId: string, knownRef: string | null) => {
    // The search may answer with a state some seconds old, and names the charge without its refunds and disputes.
    const found = knownRef ? undefined : await findByPaymentId(paymentId)
    const ref = knownRef ?? found?.id
    if (!ref) return undefined
    const { status, body } = await call(`/v1/payment_intents/${ref}?${EXPAND}`, { accept: [404] })
    return status === 404 ? found : paymentIntent.parse(body)
  }
  const listRefunds = async (ref: string, refundId: string) => {
    const { body } = await call(`/v1/refunds?payment_intent=${ref}&limit=100`)
    return refundList.parse(body).data.filter((made) => made.metadata?.refund_id === refundId)
  }
  /** Events are kept for 30 days; payments for ever. After a backup that is older, what was paid is found by itself. */
  const listOldSuccesses = async (since: Date): Promise<ProviderChange[]> => {
    if (since >= after(clock.now(), -EVENTS_KEPT_MS)) return []
    const changes: ProviderChange[] = []
    for (let last = '', hasMore = true; hasMore; ) {
      const from = `created[gte]=${Math.floor(since.getTime() / 1000)}&limit=100${last && `&starting_after=${last}`}`
      const list = intentList.parse((await call(`/v1/payment_intents?${from}`)).body)
      const paid = list.data.filter((intent) => intent.status === 'succeeded')
      changes.push(...paid.map((intent) => ({ paymentId: null, providerRef: intent.id, state: 'succeeded' as const })))
      last = list.data.at(-1)?.id ?? ''
      hasMore = list.has_more && last !== ''
    }
    return changes
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
        // Stripe's own default captures later, and does not know its fee when it says that the payment succeeded.
        capture_method: 'automatic',
        'metadata[payment_id]': request.paymentId,
        ...Object.fromEntries(
          Object.entries(request.metadata ?? {}).map(([name, value]) => [`metadata[${name}]`, value]),
        ),
      }
      const { body } = await call('/v1/payment_intents', {
        form,
        idempotencyKey: attemptKey(request.paymentId, request.attempt),
      })
      const intent = paymentIntent.parse(body)
      const options = { publishable_key: config.publishableKey, client_secret: intent.client_secret }
      // Behind the #, so that no log of any server has it.
      const page = new URLSearchParams({ secret: intent.client_secret ?? '' })
      return { providerRef: intent.id, url: `${STRIPE_PAGE}#${page}`, options }
    },
    parseWebhook: (rawBody, headers) => parseSignedEvent(rawBody, headers, { secret: config.webhookSecret, clock }),
    fetchPayment: async (paymentId, providerRef) => {
      const intent = await fetchIntent(paymentId, providerRef)
      if (!intent) return undefined
      const taken = chargeOf(intent)?.disputed ? await findTakenByBank(call, intent) : undefined
      return toPayment(intent, { paymentId, taken })
    },
    listChanges: async (since) => {
      const changes: ProviderChange[] = await listOldSuccesses(since)
      const types = CHANGE_TYPES.map((type) => `types[]=${type}`)
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
    refund: async ({ refundId, attempt, paymentId, providerRef, amountCents }) => {
      const idempotencyKey = attemptKey(refundId, attempt)
      const made = await listRefunds(providerRef, refundId)
      const known = made.find(isNotFailed) ?? made.find((each) => attemptOf(each, refundId) === idempotencyKey)
      if (known) return toRefundState(known)
      const form = {
        payment_intent: providerRef,
        amount: String(amountCents),
        'metadata[refund_id]': refundId,
        'metadata[payment_id]': paymentId,
        'metadata[attempt]': idempotencyKey,
      }
      const answer = await call('/v1/refunds', { form, idempotencyKey, accept: [400, 402] })
      if (answer.status < 400) return toRefundState(refund.parse(answer.body))
      // An attempt whose answer was lost may have succeeded at this moment.
      const late = (await listRefunds(providerRef, refundId)).find(isNotFailed)
      return late ? toRefundState(late) : { providerRef: '', state: 'failed' }
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

const chargeOf = ({ latest_charge }: PaymentIntent) => (typeof latest_charge === 'object' && latest_charge) || undefined

function stateOf(intent: PaymentIntent, isTaken: boolean): ProviderState {
  switch (intent.status) {
    case 'requires_action':
      return 'requires_action'
    case 'processing':
    case 'requires_capture':
      return 'pending'
    case 'canceled':
      return 'canceled'
    case 'succeeded':
      return isTaken ? 'disputed' : paidState(intent)
    case 'requires_payment_method':
      return intent.last_payment_error ? 'failed' : 'created'
    case 'requires_confirmation':
      return 'created'
    default:
      throw new UnknownProviderState(intent.status)
  }
}

function paidState(intent: PaymentIntent): ProviderState {
  const paid = chargeOf(intent)
  if (!paid?.refunded) return 'succeeded'
  // A refund that is on its way counts as paid back at Stripe, and may still fail.
  return refundsOf(paid).some(({ state }) => state === 'pending') ? 'succeeded' : 'refunded'
}

const refundsOf = (paid: z.output<typeof charge>): ProviderRefund[] =>
  (paid.refunds?.data ?? []).map((made) => ({
    ...toRefundState(made),
    refundId: made.metadata?.refund_id ?? null,
    amountCents: made.amount,
  }))

type Looked = { paymentId: string; taken: TakenByBank | undefined }

function toPayment(intent: PaymentIntent, { paymentId, taken }: Looked): ProviderPayment {
  const paid = chargeOf(intent)
  const transaction = paid?.balance_transaction
  return {
    // Another payment's intent under our reference must not pass for ours (docs/invariants.md I7).
    paymentId: intent.metadata.payment_id ?? paymentId,
    providerRef: intent.id,
    state: stateOf(intent, taken !== undefined),
    ...(taken?.disputes && { disputes: taken.disputes }),
    ...(paid && { refunds: refundsOf(paid) }),
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    commodity: intent.currency.toUpperCase(),
    receiver: RECEIVER,
    metadata: intent.metadata,
    // The fee is in the currency that Stripe pays out in.
    feeCents: typeof transaction === 'object' && transaction?.currency === intent.currency ? transaction.fee : 0,
  }
}

const isNotFailed = ({ status }: Refund): boolean => refundState(status) !== 'failed'
const toRefundState = ({ id, status }: Refund) => ({ providerRef: id, state: refundState(status) })
/** The attempt of ours that made a refund; older versions made all under the refund's own id. */
const attemptOf = ({ metadata: named }: Refund, refundId: string): string => named?.attempt ?? refundId
