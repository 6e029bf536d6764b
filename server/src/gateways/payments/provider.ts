import type { ProviderState } from '@verso/protocol/payment-status'

/** What a payment asks a provider for. `paymentId` is ours and the idempotency key. */
export type SessionRequest = {
  paymentId: string
  amountCents: number
  currency: 'USD'
  purpose: string
  commodity: string
  receiver: string
  expiresAt: Date
}
/** What the browser embeds. `url` is a page for an iframe; `options` go to the provider's own script. */
export type PaymentSession = { providerRef: string | null; url: string | null; options: Record<string, unknown> }

/** The truth about one payment, as looked up at the provider. */
export type ProviderPayment = {
  paymentId: string
  providerRef: string
  state: ProviderState
  amountCents: number
  currency: string
  commodity: string
  receiver: string
  /** What the provider keeps for itself, when it says. */
  feeCents: number
  updatedAt: Date
}
/** A webhook is a hint whose only use is to look the payment up (safety.md → Payments). */
export type ProviderEvent = { eventId: string; paymentId: string; type: string; isSigned: boolean }

export type PaymentProvider = {
  name: 'sandbox' | 'stripe' | 'wert'
  canRefund: boolean
  /** Origin of the embedded page, for the content security policy and the parent's message check. */
  origin: string
  createSession(request: SessionRequest): Promise<PaymentSession>
  /** @throws WebhookRejected when the signature or the shape is wrong */
  parseWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): ProviderEvent
  /** @returns undefined when the provider knows no such payment */
  fetchPayment(paymentId: string, providerRef: string | null): Promise<ProviderPayment | undefined>
  /** Payments that changed since `since`, for the reconciler. */
  listPayments(since: Date): Promise<ProviderPayment[]>
  /** Closes a session that is not paid; resolves also when it is already closed. */
  cancelSession(paymentId: string, providerRef: string | null): Promise<void>
  /** Safe to repeat: `refundId` is the idempotency key. */
  refund(request: {
    refundId: string
    paymentId: string
    providerRef: string
    amountCents: number
  }): Promise<{ providerRef: string; state: 'done' | 'pending' | 'failed' }>
  check(): Promise<void>
}

export class WebhookRejected extends Error {
  override readonly name = 'WebhookRejected'
}
