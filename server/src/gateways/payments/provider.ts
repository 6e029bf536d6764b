import type { DevOutcome } from '@verso/protocol/money/payments'
import type { ProviderState } from '@verso/protocol/money/payment-status'

/** The session that a payment asks a provider for. `paymentId` is ours. */
export type SessionRequest = {
  paymentId: string
  /** The number of failed attempts: after a failure another key is needed, because the provider repeats its answer. */
  attempt?: number
  amountCents: number
  currency: 'USD'
  purpose: string
  commodity: string
  receiver: string
  expiresAt: Date
  /** Metadata stored at the provider as far as it can, from which a payment is restored after a lost backup. */
  metadata?: Record<string, string>
}
/** The form that the browser embeds. `url` is a page for an iframe; `options` go to the provider's own script. */
export type PaymentSession = { providerRef: string | null; url: string | null; options: Record<string, unknown> }

/** The state of one payment, as looked up at the provider. */
export type ProviderPayment = {
  paymentId: string
  providerRef: string
  state: ProviderState
  amountCents: number
  currency: string
  commodity: string
  receiver: string
  /** The provider's fee, when it is told. */
  feeCents: number
  /** The metadata of the session, where the provider stores it. */
  metadata?: Record<string, string>
  /** The amounts of a disputed payment that banks have taken and not given back; absent, all that was paid. */
  disputes?: readonly Dispute[]
  /** Further successes under the same payment, when the provider lets a buyer pay twice. */
  alsoPaidAs?: string[]
  /** Everything that was paid back or should have been, where the provider says. */
  refunds?: ProviderRefund[]
}
/** `isLost`: the bank has decided it against us. */
export type Dispute = { cents: number; createdAt: Date; isLost: boolean }
export type RefundState = 'done' | 'pending' | 'failed'
/** `refundId` is ours; null for a refund that we did not ask for. */
export type ProviderRefund = { providerRef: string; refundId: string | null; state: RefundState; amountCents: number }
/** The state of a payment after a change; the provider names it by our id or only by its own. */
export type ProviderChange = {
  paymentId: string | null
  providerRef: string
  state: ProviderState | 'partly_refunded' | 'refund_failed'
}
/** A webhook is a hint whose only use is to look the payment up (docs/rules.md R81). It names it by our id or by its own. */
export type ProviderEvent = {
  eventId: string
  paymentId: string | null
  providerRef: string | null
  type: string
  isSigned: boolean
}
export type RefundRequest = {
  refundId: string
  /** The number of failed attempts: the provider would repeat its failure to the same key. */
  attempt?: number
  paymentId: string
  providerRef: string
  amountCents: number
}

export type PaymentProvider = {
  name: 'sandbox' | 'stripe' | 'wert'
  canRefund: boolean
  /** The thing bought and its receiver: stored with each payment and compared with the paid one (docs/invariants.md I7). */
  commodity: string
  receiver: string
  /** Origin of the embedded page, for the content security policy; '' = the PAY_PORT's. */
  origin: string
  createSession(request: SessionRequest): Promise<PaymentSession>
  /** @throws WebhookRejected when the signature or the shape is wrong */
  parseWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): ProviderEvent
  /**
   * @returns undefined when the provider knows no such payment
   * @throws UnknownProviderState
   */
  fetchPayment(paymentId: string, providerRef: string | null): Promise<ProviderPayment | undefined>
  /**
   * Payments that were paid, paid back or charged back since `since`, in any order, for when no event reached us. It names payments
   * that we do not know, too: `fetchPayment('', providerRef)` tells what is known of one that has no id of ours.
   */
  listChanges(since: Date): Promise<ProviderChange[]>
  /** Closes a session that is not paid; resolves also when it is already closed. */
  cancelSession(paymentId: string, providerRef: string | null): Promise<void>
  /** Safe to repeat: a refund under this `refundId` that has not failed is found, and a repeat tells how far it has come. */
  refund(request: RefundRequest): Promise<{ providerRef: string; state: RefundState }>
  check(): Promise<void>
  /** Development only: makes the sandbox decide so, as its page would. */
  decide?(paymentId: string, outcome: DevOutcome): Promise<void>
}

export class WebhookRejected extends Error {
  override readonly name = 'WebhookRejected'
}
/** The provider did not answer, or with an error: the same call may succeed later. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
  /** The call was carried out, and failed: under the same idempotency key the provider repeats this answer. */
  readonly isAnswered: boolean

  constructor(message: string, { isAnswered = false }: { isAnswered?: boolean } = {}) {
    super(message)
    this.isAnswered = isAnswered
  }
}
/** The provider reports a status that we have no word for. */
export class UnknownProviderState extends Error {
  override readonly name = 'UnknownProviderState'
  readonly status: string

  constructor(status: string) {
    super(`the payment has the unknown status ${status}`)
    this.status = status
  }
}
