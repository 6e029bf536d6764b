import { createHash } from 'node:crypto'
import type { ProviderState } from '@verso/protocol/money/payment-status'
import { z } from 'zod'
import { after } from '../../clock.ts'
import type { Logger } from '../../logger.ts'
import { callProvider } from './call-provider.ts'
import {
  type PaymentProvider,
  type ProviderChange,
  type ProviderPayment,
  ProviderUnavailable,
  UnknownProviderState,
  WebhookRejected,
} from './provider.ts'

export type WertConfig = { partnerId: string; apiKey: string; apiUrl: string; origin: string; receiver: string }

const COMMODITY = 'POL'
const NETWORK = 'polygon'
const PAGE = 100
/** The list has no filter by time and goes by creation: we read back until it is old enough, and not for ever. */
const MOST_ORDERS = 20_000
const CHANGES_WITHIN_MS = 3 * 24 * 3_600_000

const sessionAnswer = z.object({ sessionId: z.string().min(1) })
const order = z.object({
  order_id: z.string(),
  click_id: z.string().nullish(),
  currency: z.string(),
  currency_amount: z.coerce.number(),
  crypto: z.string(),
  status: z.string(),
  address: z.string().nullish(),
  changed_at: z.string().nullish(),
  created_at: z.string(),
})
type Order = z.output<typeof order>
const orderList = z.object({ success: z.boolean().optional(), data: z.array(order) })
const eventBody = z.object({
  type: z.string().regex(/^[\w.-]{1,100}$/),
  click_id: z.string().optional(),
  order: z.object({ id: z.string().optional(), click_id: z.string().optional() }).partial().nullish(),
})

/**
 * Wert: the buyer pays by card, we receive POL at a fixed address. The session keeps amount and address out of the
 * browser's hands. Its webhooks are not signed, so they are only hints: what counts is the order at the partner API.
 * It has no refunds: money that must go back becomes a case for a person.
 */
export function createWertProvider(config: WertConfig, log: Logger): PaymentProvider {
  const headers = { 'x-api-key': config.apiKey, 'content-type': 'application/json' }
  const listOrders = async (query: string) =>
    orderList.parse((await callProvider(`${config.apiUrl}/api/external/orders?${query}`, { headers })).body).data
  return {
    name: 'wert',
    canRefund: false,
    commodity: COMMODITY,
    receiver: config.receiver,
    origin: config.origin,
    createSession: async (request) => {
      const body = JSON.stringify({
        flow_type: 'simple_full_restrict',
        wallet_address: request.receiver,
        currency: request.currency,
        currency_amount: request.amountCents / 100,
        commodity: request.commodity,
        network: NETWORK,
      })
      const answer = await callProvider(`${config.apiUrl}/api/external/hpp/create-session`, {
        method: 'POST',
        headers,
        body,
      })
      const { sessionId } = sessionAnswer.parse(answer.body)
      const options = {
        partner_id: config.partnerId,
        session_id: sessionId,
        click_id: request.paymentId,
        origin: config.origin,
      }
      const shown = { ...options, commodity: COMMODITY, network: NETWORK, address: request.receiver }
      return { providerRef: null, url: widgetUrl(config, shown), options: shown }
    },
    parseWebhook: parseHint,
    fetchPayment: async (paymentId, providerRef) => {
      const orders = await listOrders(`search_by=${encodeURIComponent(paymentId)}&order_by=desc`)
      const own = orders.filter((found) => found.click_id === paymentId)
      // A declined card leaves an order of its own: what we know counts, else the first that was paid, else the newest that
      // may still be, else the newest.
      const paid = own.filter((found) => findState(found) === 'succeeded').reverse()
      const pending = own.find((found) => findState(found) === 'pending')
      const counting = own.find((found) => found.order_id === providerRef) ?? paid[0] ?? pending ?? own[0]
      if (!counting) return undefined
      const alsoPaidAs = paid.filter((found) => found !== counting).map((found) => found.order_id)
      return { ...toPayment(counting, config), ...(alsoPaidAs.length > 0 && { alsoPaidAs }) }
    },
    listChanges: async (since) => {
      const changes: ProviderChange[] = []
      // A page may be shorter than asked for.
      for (let read = 0; read < MOST_ORDERS; ) {
        const orders = await listOrders(`limit=${PAGE}&offset=${read}&order_by=desc`)
        read += orders.length
        changes.push(...orders.filter((found) => changedAt(found) >= since).flatMap((found) => toChange(found, log)))
        const oldest = orders.at(-1)
        if (!oldest || timeOf(oldest.created_at) < after(since, -CHANGES_WITHIN_MS)) break
      }
      return changes
    },
    // The partner API cannot close a session: an order that is still paid is late money.
    cancelSession: async () => undefined,
    refund: async () => {
      throw new ProviderUnavailable('Wert makes no refunds')
    },
    check: async () => void (await listOrders('limit=1')),
  }
}

/** The page that Wert's own script (`@wert-io/widget-initializer` 7) puts into its frame. */
function widgetUrl({ origin, partnerId }: WertConfig, options: Record<string, string>): string {
  const { origin: _origin, partner_id: _partnerId, ...shown } = options
  return `${origin}/${partnerId}/widget?${new URLSearchParams({ ...shown, widget_layout_mode: 'Modal' })}`
}

const STATES: Record<string, ProviderState> = {
  created: 'pending',
  pending: 'pending',
  progress: 'pending',
  processing: 'pending',
  success: 'succeeded',
  failed: 'failed',
  // A card check or a bank has ended this order; what the buyer cancels is cancelled with us. Another order may follow.
  canceled: 'failed',
  cancelled: 'failed',
  failover: 'failover',
  refunded: 'refunded',
}

const findState = ({ status }: Order): ProviderState | undefined => STATES[status.toLowerCase()]

function stateOf(found: Order): ProviderState {
  const state = findState(found)
  if (!state) throw new UnknownProviderState(found.status)
  return state
}

/** "2022-12-15 10:51:02", in UTC. */
const timeOf = (text: string): Date => new Date(`${text.replace(' ', 'T')}${/Z|[+-]\d\d:?\d\d$/.test(text) ? '' : 'Z'}`)

/** "matic.sc.polygon", "pol" … → POL. */
const commodityOf = (crypto: string): string => {
  const [ticker = ''] = crypto.split('.')
  return ticker.toUpperCase() === 'MATIC' ? COMMODITY : ticker.toUpperCase()
}

const toPayment = (found: Order, config: WertConfig): ProviderPayment => ({
  paymentId: found.click_id ?? '',
  providerRef: found.order_id,
  state: stateOf(found),
  amountCents: Math.round(found.currency_amount * 100),
  currency: found.currency.toUpperCase(),
  commodity: commodityOf(found.crypto),
  // The session fixes the address; where the order names one, it is compared (docs/invariants.md I7).
  receiver: found.address ?? config.receiver,
  feeCents: 0,
})

const changedAt = (found: Order): Date => timeOf(found.changed_at ?? found.created_at)

/** A click_id may hold any text, and one unexpected order must not hide all others. */
function toChange(found: Order, log: Logger): ProviderChange[] {
  if (!z.uuid().safeParse(found.click_id).success) return []
  const state = findState(found)
  if (state) return [{ paymentId: found.click_id ?? null, providerRef: found.order_id, state }]
  log.error(
    { order_id: found.order_id, payment_id: found.click_id, status: found.status },
    'an order has an unknown status',
  )
  return []
}

function parseHint(rawBody: Buffer) {
  let parsed: z.ZodSafeParseResult<z.output<typeof eventBody>>
  try {
    parsed = eventBody.safeParse(JSON.parse(rawBody.toString('utf8')))
  } catch {
    throw new WebhookRejected('the message is not JSON')
  }
  if (!parsed.success) throw new WebhookRejected('the message has another shape')
  const { type, click_id, order: named } = parsed.data
  const paymentId = named?.click_id ?? click_id ?? null
  if (!paymentId) throw new WebhookRejected('the message names no payment')
  // It has no id of its own: the same words are the same event.
  return {
    eventId: createHash('sha256').update(rawBody).digest('hex'),
    paymentId,
    providerRef: null,
    type,
    isSigned: false,
  }
}
