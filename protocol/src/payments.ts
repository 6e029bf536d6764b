import { z } from 'zod'
import { PAYMENT_KINDS, PAYMENT_STATUSES } from './payment-status.ts'

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
  status: z.enum(PAYMENT_STATUSES),
  nft: z.object({ id: z.string(), name: z.string(), chain: z.string(), thumbnail_url: z.string() }).nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  steps: z.array(paymentStep),
  receipt_url: z.string().nullable(),
})
/** What the widget embeds for one payment. */
export const paymentWidget = z.object({
  provider: z.enum(['sandbox', 'stripe', 'wert']),
  url: z.string().nullable(),
  options: z.record(z.string(), z.unknown()),
})

export type Payment = z.infer<typeof payment>
export type PaymentStep = z.infer<typeof paymentStep>
