import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { MessagesTable } from '../../db/types.gen.ts'

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

export const presentOutboxMessage = (row: Selectable<MessagesTable>): z.input<typeof outboxMessage> => ({
  id: row.id,
  channel: row.channel,
  to: row.recipient,
  subject: row.subject,
  text: row.body_text,
  html: row.body_html,
  code: row.code,
  link: row.link,
  created_at: row.created_at.toISOString(),
})
