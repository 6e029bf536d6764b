import { type Selectable, sql } from 'kysely'
import type { AuditEntry } from '@verso/protocol/operations'
import { SECURITY_ACTIONS } from '@verso/protocol/users/security-events'
import type { Db } from '../db/client.ts'
import { countRows } from '../db/count-rows.ts'
import { decodeNumberCursor, pageOf } from '../http/page.ts'
import type { AuditLogTable } from '../db/types.gen.ts'

type AuditRow = Selectable<AuditLogTable> & { email: string | null; address: string | null; device: string | null }
type Query = {
  search?: string | undefined
  kind?: 'security' | undefined
  limit: number
  cursor?: string | undefined
}

/** The audit log, newest first. */
export async function listAudit(
  db: Db,
  { search, kind, limit, cursor }: Query,
): Promise<{ rows: AuditRow[]; nextCursor: string | null; total: number }> {
  const after = decodeNumberCursor(cursor)
  let query = db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .leftJoin('audit_origins', 'audit_origins.audit_id', 'audit_log.id')
    .selectAll('audit_log')
    .select(['users.email', 'audit_origins.address', 'audit_origins.device'])
  let all = db.selectFrom('audit_log')
  if (search) {
    query = query.where(matches(search))
    all = all.where(matches(search))
  }
  if (kind) {
    query = query.where('audit_log.action', 'in', SECURITY_ACTIONS)
    all = all.where('audit_log.action', 'in', SECURITY_ACTIONS)
  }
  if (after !== undefined) query = query.where('audit_log.id', '<', after)
  const rows = await query
    .orderBy('audit_log.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, (row) => ({ key: String(row.id), id: String(row.id) }))
  return { ...page, total: await countRows(db, all) }
}

const matches = (search: string) =>
  sql<boolean>`(audit_log.subject_id = ${search} or audit_log.actor_id::text = ${search} or starts_with(audit_log.action, ${search}))`

export const presentAuditEntry = (row: AuditRow): AuditEntry => ({
  id: String(row.id),
  actor: row.actor_id === null ? null : { id: row.actor_id, email: row.email ?? '' },
  action: row.action,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  before: row.before,
  after: row.after,
  address: row.address,
  device: row.device,
  created_at: row.created_at.toISOString(),
})
