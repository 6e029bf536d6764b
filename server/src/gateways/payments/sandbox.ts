import { createHash, timingSafeEqual } from 'node:crypto'
import { PROVIDER_STATES } from '@verso/protocol/money/payment-status'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import { ownOrigin } from '../../config/hosts.ts'
import { callProvider, type ProviderCall } from './call-provider.ts'
import { type PaymentProvider, type ProviderPayment, WebhookRejected } from './provider.ts'

/** MATIC as the commodity, with a fixed receiving address (docs/rules.md R107). */
export const SANDBOX_COMMODITY = 'MATIC'
export const SANDBOX_RECEIVER = '0x0118E8e2FCb391bCeb110F62b5B7B963477C1E0d'

/** The key that our server and the sandbox's API share; made from the one secret that both sides have. */
export const sandboxApiKey = (webhookSecret: string): string =>
  createHash('sha256').update(`sandbox-api:${webhookSecret}`).digest('hex')

const refundStates = z.enum(['done', 'pending', 'failed'])
const paymentAnswer = z.object({
  payment_id: z.string(),
  order_id: z.string(),
  state: z.enum(PROVIDER_STATES),
  amount_cents: z.number().int(),
  currency: z.string(),
  commodity: z.string(),
  receiver: z.string(),
  fee_cents: z.number().int(),
  metadata: z.record(z.string(), z.string()).default({}),
  refunds: z
    .array(
      z.object({ refund_id: z.string(), refund_ref: z.string(), state: refundStates, amount_cents: z.number().int() }),
    )
    .optional(),
})
const pageAnswer = z.object({ data: z.array(z.unknown()), next: z.string().nullable() })
const sessionAnswer = z.object({ order_id: z.string(), path: z.string() })
const refundAnswer = z.object({ refund_ref: z.string(), state: refundStates })
const eventBody = z.object({ type: z.string(), data: z.object({ payment_id: z.string() }) })

/** The built-in provider, spoken to over HTTP like any other. */
export function createSandboxProvider(config: Config, clock: Clock): PaymentProvider {
  const { webhookSecret } = config.payments
  const authorization = `Bearer ${sandboxApiKey(webhookSecret)}`
  const call = async (path: string, options: Omit<ProviderCall, 'headers' | 'body'> & { body?: unknown } = {}) => {
    const body = options.body === undefined ? {} : { body: JSON.stringify(options.body) }
    return callProvider(`${ownOrigin(config.host, config.ports.pay)}${path}`, {
      ...options,
      ...body,
      headers: { authorization, 'content-type': 'application/json' },
    } as ProviderCall)
  }
  return {
    name: 'sandbox',
    canRefund: true,
    commodity: SANDBOX_COMMODITY,
    receiver: SANDBOX_RECEIVER,
    // Its page is on PAY_PORT.
    origin: '',
    createSession: async (request) => {
      const body = {
        payment_id: request.paymentId,
        amount_cents: request.amountCents,
        currency: request.currency,
        purpose: request.purpose,
        commodity: request.commodity,
        receiver: request.receiver,
        expires_at: request.expiresAt.toISOString(),
        metadata: request.metadata ?? {},
      }
      const answer = sessionAnswer.parse((await call('/v1/sessions', { method: 'POST', body })).body)
      return { providerRef: answer.order_id, url: answer.path, options: {} }
    },
    parseWebhook: (rawBody, headers) => parseSignedWebhook(rawBody, headers, { secret: webhookSecret, clock }),
    fetchPayment: async (paymentId) => {
      const { status, body } = await call(`/v1/payments/${paymentId}`, { accept: [404] })
      return status === 404 ? undefined : toPayment(body)
    },
    listChanges: async (since) => {
      const changes: ProviderPayment[] = []
      for (let next: string | null = ''; next !== null; ) {
        const query = new URLSearchParams({ since: since.toISOString(), ...(next && { after: next }) })
        const page = pageAnswer.parse((await call(`/v1/payments?${query}`)).body)
        changes.push(...page.data.map(toPayment))
        next = page.next
      }
      return changes
    },
    cancelSession: async (paymentId) =>
      void (await call(`/v1/payments/${paymentId}/cancel`, { method: 'POST', accept: [404] })),
    refund: async ({ refundId, paymentId, amountCents }) => {
      const body = { refund_id: refundId, payment_id: paymentId, amount_cents: amountCents }
      const answer = refundAnswer.parse((await call('/v1/refunds', { method: 'POST', body })).body)
      return { providerRef: answer.refund_ref, state: answer.state }
    },
    check: async () => void (await call('/v1/health')),
    decide: async (paymentId, outcome) =>
      void (await call(`/v1/payments/${paymentId}/decide`, { method: 'POST', body: { outcome } })),
  }
}

function toPayment(body: unknown): ProviderPayment {
  const answer = paymentAnswer.parse(body)
  return {
    paymentId: answer.payment_id,
    providerRef: answer.order_id,
    state: answer.state,
    amountCents: answer.amount_cents,
    currency: answer.currency,
    commodity: answer.commodity,
    receiver: answer.receiver,
    feeCents: answer.fee_cents,
    metadata: answer.metadata,
    ...(answer.refunds && {
      refunds: answer.refunds.map((made) => ({
        providerRef: made.refund_ref,
        refundId: made.refund_id,
        state: made.state,
        amountCents: made.amount_cents,
      })),
    }),
  }
}

const TOLERANCE_MS = 5 * 60_000

/** Standard Webhooks, with the age of a message measured on the context's clock. */
function parseSignedWebhook(
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
  options: { secret: string; clock: Clock },
) {
  const id = String(headers['webhook-id'] ?? '')
  const seconds = Number(headers['webhook-timestamp'])
  const ageMs = Math.abs(options.clock.now().getTime() - seconds * 1000)
  if (!id || !(ageMs <= TOLERANCE_MS)) throw new WebhookRejected('the message is too old or has no id')
  const expected = new Webhook(options.secret).sign(id, new Date(seconds * 1000), rawBody.toString('utf8'))
  const given = String(headers['webhook-signature'] ?? '').split(' ')
  if (!given.some((signature) => isSame(signature, expected))) throw new WebhookRejected('the signature is wrong')
  const parsed = eventBody.safeParse(readJson(rawBody))
  if (!parsed.success) throw new WebhookRejected('the message has another shape')
  return {
    eventId: id,
    paymentId: parsed.data.data.payment_id,
    providerRef: null,
    type: parsed.data.type,
    isSigned: true,
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function readJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
