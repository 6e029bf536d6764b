import type { Selectable } from 'kysely'
import { recordAudit } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { WebhookDeliveriesTable } from '../../db/types.gen.ts'
import { conflict } from '../../http/app-error.ts'
import type { By } from './change-webhook.ts'
import { deliverWebhooksJob } from './jobs.ts'
import { getDelivery, lockWebhook } from './queries.ts'
import { writeTest } from './write-deliveries.ts'

type Delivery = Selectable<WebhookDeliveriesTable>

/** @throws AppError not_found; conflict while nothing is sent to the address */
export async function sendTest(ctx: Context, tx: Tx, webhookId: string, by: By): Promise<Delivery> {
  await assertActive(tx, webhookId)
  const delivery = await getDelivery(tx, webhookId, await writeTest(ctx, tx, webhookId))
  await record(ctx, tx, delivery, { ...by, action: 'webhook.test' })
  return delivery
}

/** In every status: the same bytes under the same id. @throws AppError not_found; conflict while nothing is sent */
export async function redeliver(ctx: Context, tx: Tx, webhookId: string, id: string, by: By): Promise<Delivery> {
  await assertActive(tx, webhookId)
  await getDelivery(tx, webhookId, id)
  const now = ctx.clock.now()
  const delivery = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'waiting', attempts: 0, tried_since: now, next_attempt_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.jobs.enqueue(tx, deliverWebhooksJob, { webhookId })
  await record(ctx, tx, delivery, { ...by, action: 'webhook.redeliver' })
  return delivery
}

async function assertActive(tx: Tx, webhookId: string): Promise<void> {
  const { state } = await lockWebhook(tx, webhookId)
  if (state !== 'active') throw conflict('Nothing is sent to this address now. Resume it first.')
}

const record = (ctx: Context, tx: Tx, { webhook_id, id, kind }: Delivery, by: By & { action: string }) =>
  recordAudit(ctx, tx, { ...by, subject: { type: 'webhook', id: webhook_id }, after: { delivery: id, kind } })
