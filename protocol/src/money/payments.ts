import { z } from 'zod'
import { pageQuery } from '../envelope.ts'
import { PAYMENT_KINDS, PAYMENT_STATUSES, WIDGET_EVENTS } from './payment-status.ts'

/** The order's way in the language of people: Paid → Sending to your wallet → Yours. */
export const paymentStep = z.object({
  name: z.string(),
  status: z.enum(['DONE', 'CURRENT', 'WAITING', 'FAILED']),
  at: z.string().nullable(),
})
export const payment = z.object({
  id: z.string(),
  kind: z.enum(PAYMENT_KINDS),
  amount: z.number(),
  /** The part of the amount that is the network fee; 0 where credits pay for it. */
  network_fee: z.number(),
  status: z.enum(PAYMENT_STATUSES),
  nft: z.object({ id: z.string(), name: z.string(), chain: z.string(), thumbnail_url: z.string() }).nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  steps: z.array(paymentStep),
  receipt_url: z.string().nullable(),
  /** The next step, in a sentence, where the steps do not say it. */
  note: z.string().nullable(),
})
export const paymentsQuery = pageQuery.extend({ kind: z.enum(PAYMENT_KINDS).optional() })
/** The key of a receipt's own link, and until when it opens the receipt. */
export const receiptQuery = z.object({
  key: z.string().max(100).optional(),
  until: z.coerce.number().int().min(0).optional(),
})
/** The session that the widget embeds for one payment. */
export const paymentWidget = z.object({
  provider: z.enum(['sandbox', 'stripe', 'wert']),
  url: z.string().nullable(),
  options: z.record(z.string(), z.unknown()),
})
/** The data of the widget's `payment-status` message. */
export const widgetStatus = z.object({
  status: z.enum(WIDGET_EVENTS),
  payment_id: z.string(),
  order_id: z.string().nullable(),
  tx_id: z.string().nullable(),
})
export const DEV_OUTCOMES = ['success', 'failed', 'canceled', 'pending'] as const
/** `POST /api/dev/payments/{payment_id}/`: what the sandbox provider is to decide. */
export const devPaymentBody = z.object({ outcome: z.enum(DEV_OUTCOMES) })

export type Payment = z.infer<typeof payment>
export type PaymentStep = z.infer<typeof paymentStep>
export type PaymentWidget = z.infer<typeof paymentWidget>
export type WidgetStatus = z.infer<typeof widgetStatus>
export type DevOutcome = (typeof DEV_OUTCOMES)[number]
