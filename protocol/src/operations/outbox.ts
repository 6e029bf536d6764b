import { z } from 'zod'

/** A mail or SMS in the outbox, which stands in for real ones in development. */
export const outboxMessage = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  code: z.string().nullable(),
  link: z.string().nullable(),
  created_at: z.string(),
})
export const outboxQuery = z.object({ to: z.string().max(254).optional() })

export type OutboxMessage = z.infer<typeof outboxMessage>
