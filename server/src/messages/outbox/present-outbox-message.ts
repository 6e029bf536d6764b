import type { OutboxMessage } from '@verso/protocol/operations/outbox'
import type { Selectable } from 'kysely'
import type { MessagesTable } from '../../db/types.gen.ts'

export const presentOutboxMessage = (row: Selectable<MessagesTable>): OutboxMessage => ({
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
