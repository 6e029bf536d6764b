import { LIST_TOTAL_MAX } from '@verso/protocol/limits'
import type { AuditEntry } from '@verso/protocol/operations/audit'
import { SECURITY_ACTIONS } from '@verso/protocol/users/security-events'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { countRows } from '../db/count-rows.ts'
import { escapeLike } from '../db/like-pattern.ts'
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
  { limit, cursor, ...wanted }: Query,
): Promise<{ rows: AuditRow[]; nextCursor: string | null; total: number }> {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .leftJoin('audit_origins', (join) =>
      join
        .onRef('audit_origins.audit_id', '=', 'audit_log.id')
        .onRef('audit_origins.created_at', '=', 'audit_log.created_at'),
    )
    .selectAll('audit_log')
    .select(['users.email', 'audit_origins.address', 'audit_origins.device'])
    .where(
      sql<boolean>`audit_log.id in (${newest({ ...wanted, before: decodeNumberCursor(cursor), limit: limit + 1 })})`,
    )
    .orderBy('audit_log.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, (row) => ({ key: String(row.id), id: String(row.id) }))
  return { ...page, total: await countRows(db, newest({ ...wanted, limit: LIST_TOTAL_MAX + 1 })) }
}

type Wanted = Pick<Query, 'search' | 'kind'> & { before?: number | undefined; limit: number }

/** The ids of the newest lines; of each way to match as many as are asked for, so that each reads an index of its own to there. */
function newest({ search, kind, before, limit }: Wanted): RawBuilder<unknown> {
  const isOfKind = kind ? sql`action in (${sql.join(SECURITY_ACTIONS)})` : sql`true`
  const isBefore = before === undefined ? sql`true` : sql`id < ${before}`
  const matching = (condition: RawBuilder<unknown>) => sql`(
    select id from audit_log where ${condition} and ${isOfKind} and ${isBefore} order by id desc limit ${sql.lit(limit)})`
  if (!search) return matching(sql`true`)
  const actorId = z.uuid().safeParse(search).success ? search : null
  // By the offset those of a kind are looked for in the order of the index: PostgreSQL would sort all that one has.
  const ofOne = (condition: RawBuilder<unknown>) => sql`(
    select id from (select id, action from audit_log where ${condition} and ${isBefore} order by id desc offset 0) as lines
    where ${isOfKind} limit ${sql.lit(limit)})`
  const action = matching(sql`action like ${`${escapeLike(search)}%`}`)
  return sql`${ofOne(sql`actor_id = ${actorId}::uuid`)} union ${ofOne(sql`subject_id = ${search}`)} union ${action}`
}

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
