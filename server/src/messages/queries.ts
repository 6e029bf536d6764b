import type { Selectable } from 'kysely'
import type { Db } from '../db/client.ts'
import type { MessagesTable } from '../db/types.gen.ts'

/** The newest messages, of one recipient or of all, by one way or by each. A "+" that a query string turned into a space is one again. */
export async function listMessages(
  db: Db,
  options: { to: string | undefined; limit: number; channels?: MessagesTable['channel'][] },
): Promise<Selectable<MessagesTable>[]> {
  const to = options.to?.trim().toLowerCase()
  let query = db.selectFrom('messages').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (to) query = query.where('recipient', 'in', [to, `+${to}`])
  if (options.channels) query = query.where('channel', 'in', options.channels)
  return query.limit(options.limit).execute()
}
