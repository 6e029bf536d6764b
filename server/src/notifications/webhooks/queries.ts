import type { Webhook, WebhookDelivery } from '@verso/protocol/operations/webhooks'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { countRows } from '../../db/count-rows.ts'
import { timeKey, timeOfKey } from '../../db/times.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from '../../db/types.gen.ts'
import { notFound } from '../../http/app-error.ts'
import { decodeTimeCursor, pageOf } from '../../http/page.ts'

type WebhookRow = Selectable<WebhooksTable>
type DeliveryRow = Selectable<WebhookDeliveriesTable>

export const presentWebhook = ({ id, url, kinds, state, failing_since, created_at }: WebhookRow): Webhook => ({
  id,
  url,
  kinds,
  state,
  failing_since: failing_since?.toISOString() ?? null,
  created_at: created_at.toISOString(),
})

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  kind: row.kind,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  attempted_at: row.attempted_at?.toISOString() ?? null,
  response_status: row.response_status,
  answer: row.answer,
  error: row.error,
  duration_ms: row.duration_ms,
  created_at: row.created_at.toISOString(),
})

export const listWebhooks = (db: Db): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('id').execute()

/** @throws AppError not_found */
export async function getWebhook(db: Db, id: string): Promise<WebhookRow> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Locked to the end of `tx`. @throws AppError not_found */
export async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow> {
  const row = await tx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** @throws AppError not_found */
export async function getDelivery(tx: Tx, webhookId: string, id: string): Promise<DeliveryRow> {
  const row = await tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

type Page = { status?: string | undefined; limit: number; cursor?: string | undefined }
type Listed = DeliveryRow & { sort_key: string }

/** Keyset over the newest first. @throws AppError invalid for a cursor that is none of ours */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  { status, limit, cursor }: Page,
): Promise<{ rows: DeliveryRow[]; nextCursor: string | null; total: number }> {
  const place = decodeTimeCursor(cursor)
  const chosen = sql`webhook_id = ${webhookId} ${status === undefined ? sql`` : sql`and status = ${status}`}`
  const start = place ? sql`and (created_at, id) < (${timeOfKey(place.key)}, ${place.id}::uuid)` : sql``
  const { rows } = await sql<Listed>`
    select *, ${timeKey(sql`created_at`)} as sort_key
    from webhook_deliveries where ${chosen} ${start} order by created_at desc, id desc limit ${limit + 1}`.execute(db)
  const page = pageOf(rows, limit, ({ sort_key: key, id }) => ({ key, id }))
  return { ...page, total: await countRows(db, sql`select from webhook_deliveries where ${chosen}`) }
}
