import { SECURITY_ACTIONS, type SecurityAction, type SecurityEvent } from '@verso/protocol/users/security-events'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countRows } from '../../db/count-rows.ts'
import { decodeNumberCursor, pageOf } from '../../http/page.ts'

type Row = { audit_id: number; action: string; after: unknown; address: string; device: string; created_at: Date }

/** The security events of a member's account, newest first, with the address and device they came from. */
export async function listSecurityEvents(
  db: Db,
  { userId, limit, cursor }: { userId: string; limit: number; cursor?: string | undefined },
): Promise<{ rows: Row[]; nextCursor: string | null; total: number }> {
  const after = decodeNumberCursor(cursor)
  // Each line is looked up: joined, all security events of the log are read for their total.
  const line = sql<Pick<Row, 'action' | 'after' | 'created_at'>>`lateral (
    select action, after, created_at from audit_log
    where audit_log.id = audit_origins.audit_id and audit_log.created_at = audit_origins.created_at
      and action in (${sql.join(SECURITY_ACTIONS)}) limit 1)`
  const own = db
    .selectFrom('audit_origins')
    .innerJoin(line.as('line'), (join) => join.onTrue())
    .where('audit_origins.user_id', '=', userId)
  const rows = await own
    .select(['audit_id', 'line.action', 'line.after', 'address', 'device', 'line.created_at'])
    .$if(after !== undefined, (query) => query.where('audit_id', '<', after ?? 0))
    .orderBy('audit_id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, (row) => ({ key: String(row.audit_id), id: String(row.audit_id) }))
  return { ...page, total: await countRows(db, own) }
}

export const presentSecurityEvent = (row: Row): SecurityEvent => ({
  id: String(row.audit_id),
  kind: row.action as SecurityAction,
  count: (row.after as { count?: number } | null)?.count ?? 1,
  device: row.device,
  address: row.address,
  created_at: row.created_at.toISOString(),
})
