import type { Clock } from '../../src/clock.ts'
import type { Answer } from './idempotent-answers.ts'

export type StripeRefund = {
  id: string
  object: 'refund'
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  payment_intent: string
  metadata: Record<string, string>
}
type DisputeStatus = 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost'
export type StripeDispute = {
  id: string
  object: 'dispute'
  status: DisputeStatus
  amount: number
  currency: string
  payment_intent: string
  /** In seconds. */
  created: number
}
export type StripeIntent = {
  id: string
  amount: number
  amount_received: number
  currency: string
  status: string
  client_secret: string
  created: number
  last_payment_error: object | null
  metadata: Record<string, string>
  latest_charge: string | null
  capture_method: string
}
export type StripeEvent = { id: string; type: string; created: number; data: { object: Record<string, unknown> } }

const CANCELLABLE = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action']

const problem = (status: number, code: string): Answer => ({ status, body: { error: { code } } })

/** The books of a Stripe account, with what the buyer, the bank and Stripe itself do to them. */
export class StripeAccount {
  readonly intents = new Map<string, StripeIntent>()
  readonly refunds: StripeRefund[] = []
  readonly disputes: StripeDispute[] = []
  readonly events: StripeEvent[] = []
  /** The status that the next refunds get at once. */
  refundStatus: StripeRefund['status'] = 'succeeded'
  private count = 0

  private readonly clock: Clock

  constructor(clock: Clock) {
    this.clock = clock
  }

  byPaymentId(paymentId: string): StripeIntent {
    const found = [...this.intents.values()].find((intent) => intent.metadata.payment_id === paymentId)
    if (!found) throw new Error(`no PaymentIntent of ${paymentId}`)
    return found
  }

  createIntent(form: URLSearchParams): Answer {
    const id = this.nextId('pi')
    const intent: StripeIntent = {
      id,
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      client_secret: `${id}_secret`,
      created: this.seconds(),
      last_payment_error: null,
      metadata: metadataOf(form),
      latest_charge: null,
      capture_method: form.get('capture_method') ?? 'automatic_async',
    }
    this.intents.set(id, intent)
    return { status: 200, body: this.show(intent) }
  }

  cancelIntent(id: string): Answer {
    const intent = this.intents.get(id)
    if (!intent) return problem(404, 'resource_missing')
    if (!CANCELLABLE.includes(intent.status)) return problem(400, 'payment_intent_unexpected_state')
    intent.status = 'canceled'
    this.tell('payment_intent.canceled', this.show(intent))
    return { status: 200, body: this.show(intent) }
  }

  createRefund(form: URLSearchParams): Answer {
    const intent = this.intents.get(form.get('payment_intent') ?? '')
    const amount = Number(form.get('amount'))
    if (intent?.status !== 'succeeded') return problem(400, 'payment_intent_unexpected_state')
    if (this.isTaken(intent)) return problem(400, 'charge_disputed')
    if (amount > intent.amount_received - this.refundedOf(intent)) return problem(400, 'charge_already_refunded')
    const refund: StripeRefund = {
      id: this.nextId('re'),
      object: 'refund',
      amount,
      status: this.refundStatus,
      payment_intent: intent.id,
      metadata: metadataOf(form),
    }
    this.refunds.push(refund)
    this.tell('refund.created', refund)
    if (refund.status !== 'failed') this.tell('charge.refunded', this.charge(intent, { withRefunds: false }))
    return { status: 200, body: { ...refund } }
  }

  /** The buyer pays; 3-D Secure and declined cards leave another status. */
  pay(paymentId: string, { amountReceived }: { amountReceived?: number } = {}): void {
    const intent = this.byPaymentId(paymentId)
    if (intent.status === 'succeeded' || intent.status === 'canceled') return
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: amountReceived ?? intent.amount,
      latest_charge: this.nextId('ch'),
    })
    this.tell('payment_intent.succeeded', this.show(intent))
  }

  setStatus(paymentId: string, status: string): void {
    const intent = this.byPaymentId(paymentId)
    if (intent.status === 'succeeded' || intent.status === 'canceled') return
    const isDeclined = status === 'declined'
    intent.status = isDeclined ? 'requires_payment_method' : status
    if (isDeclined) intent.last_payment_error = { code: 'card_declined' }
    this.tell(isDeclined ? 'payment_intent.payment_failed' : `payment_intent.${status}`, this.show(intent))
  }

  /** A refund that waited, or one that had succeeded, comes to another end: the bank sends it back. */
  endRefund(id: string, status: 'succeeded' | 'failed'): void {
    const refund = this.refunds.find((each) => each.id === id)
    if (!refund) throw new Error(`no refund ${id}`)
    if (refund.status === 'failed' || refund.status === status) return
    refund.status = status
    this.tell('charge.refund.updated', refund)
    this.tell(status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
  }

  /** An inquiry (`warning_…`) takes no money. */
  dispute(
    paymentId: string,
    { status = 'needs_response', amountCents }: { status?: DisputeStatus; amountCents?: number } = {},
  ): void {
    const intent = this.byPaymentId(paymentId)
    if (intent.status !== 'succeeded' || this.isTaken(intent)) return
    const { id: payment_intent, amount_received, currency } = intent
    const amount = amountCents ?? amount_received
    const created = Math.floor(this.clock.now().getTime() / 1000)
    const id = this.nextId('dp')
    const dispute = { id, object: 'dispute', status, amount, currency, payment_intent, created } as const
    this.disputes.push(dispute)
    this.tell('charge.dispute.created', dispute)
    if (this.isTaken(intent)) this.tell('charge.dispute.funds_withdrawn', dispute)
  }

  /** Ends the newest dispute of a payment. */
  endDispute(paymentId: string, status: DisputeStatus): void {
    const dispute = this.disputesOf(this.byPaymentId(paymentId).id)[0]
    if (!dispute) throw new Error(`no dispute of ${paymentId}`)
    dispute.status = status
    if (status === 'needs_response') return this.tell('charge.dispute.funds_withdrawn', dispute)
    this.tell('charge.dispute.closed', dispute)
    if (status === 'won') this.tell('charge.dispute.funds_reinstated', dispute)
  }

  /** Newest first. */
  disputesOf(intentId: string): StripeDispute[] {
    return this.disputes.filter((dispute) => dispute.payment_intent === intentId).reverse()
  }

  /** The bank has the money. */
  isTaken({ id }: StripeIntent): boolean {
    return this.disputesOf(id).some(({ status }) => status === 'needs_response' || status === 'lost')
  }

  /** An intent as the API answers it; the charge only where it is asked for. */
  show(intent: StripeIntent, { expanded = false }: { expanded?: boolean } = {}): Record<string, unknown> {
    const { latest_charge, ...fields } = intent
    const charge = latest_charge && (expanded ? this.charge(intent, { withRefunds: true }) : latest_charge)
    return structuredClone({ object: 'payment_intent', ...fields, latest_charge: charge })
  }

  private charge(intent: StripeIntent, { withRefunds }: { withRefunds: boolean }): Record<string, unknown> {
    return {
      object: 'charge',
      id: intent.latest_charge,
      payment_intent: intent.id,
      metadata: intent.metadata,
      amount_refunded: this.refundedOf(intent),
      refunded: this.refundedOf(intent) >= intent.amount_received,
      // Of an inquiry, too, and for good.
      disputed: this.disputesOf(intent.id).length > 0,
      balance_transaction: intent.capture_method === 'automatic' ? { fee: 30, currency: intent.currency } : null,
      ...(withRefunds && { refunds: { data: this.refundsOf(intent.id) } }),
    }
  }

  refundsOf(intentId: string): StripeRefund[] {
    return this.refunds.filter((refund) => refund.payment_intent === intentId).reverse()
  }

  /** A pending refund counts as gone; a failed one is there again. */
  private refundedOf(intent: StripeIntent): number {
    return this.refundsOf(intent.id)
      .filter((refund) => refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0)
  }

  private tell(type: string, object: object): void {
    const data = { object: structuredClone(object) as Record<string, unknown> }
    this.events.push({ id: this.nextId('evt'), type, created: this.seconds(), data })
  }

  private nextId(prefix: string): string {
    this.count += 1
    return `${prefix}_${this.count}`
  }

  private seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000)
  }
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  const named = [...form].flatMap(([name, value]) => {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
    return key ? [[key, value] as const] : []
  })
  return Object.fromEntries(named)
}
