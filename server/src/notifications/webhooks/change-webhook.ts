import type { WebhookBody } from '@verso/protocol/operations/webhooks'
import type { Selectable, Updateable } from 'kysely'
import { recordAudit } from '../../audit/audit.ts'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { WebhooksTable } from '../../db/types.gen.ts'
import { findAddressProblem } from '../../gateways/webhooks/public-address.ts'
import { invalidField } from '../../http/app-error.ts'
import { deliverWebhooksJob } from './jobs.ts'
import { lockWebhook } from './queries.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

type Row = Selectable<WebhooksTable>
/** The actor and request, for the audit log. */
export type By = { actorId: string; requestId: string }
type Change = { [Field in keyof WebhookBody]?: WebhookBody[Field] | undefined }

/** For so long after a rotation both secrets sign, so that the other side can follow. */
const FORMER_SECRET_MS = 24 * 3_600_000

/** @throws AppError invalid for an address that may not be called */
export async function createWebhook(ctx: Context, tx: Tx, body: WebhookBody, by: By) {
  assertAddress(ctx, body.url)
  const [id, secret] = [ctx.random.id(), newWebhookSecret(ctx)]
  const row = await tx
    .insertInto('webhooks')
    .values({
      id,
      url: body.url,
      kinds: distinct(body.kinds),
      secret: sealWebhookSecret(ctx, secret, id),
      state: 'active',
      created_at: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(ctx, tx, by, { action: 'webhook.create', after: row })
  return { row, secret }
}

/** Another address starts anew. @throws AppError not_found; invalid for an address that may not be called */
export async function changeWebhook(ctx: Context, tx: Tx, id: string, { url, kinds }: Change, by: By): Promise<Row> {
  const before = await lockWebhook(tx, id)
  if (url !== undefined) assertAddress(ctx, url)
  const after = await update(tx, before, {
    url: url ?? before.url,
    kinds: distinct(kinds ?? before.kinds),
    ...(url !== undefined && url !== before.url && { failing_since: null }),
  })
  await record(ctx, tx, by, { action: 'webhook.change', before, after })
  return after
}

/** @throws AppError not_found */
export async function rotateSecret(ctx: Context, tx: Tx, id: string, by: By) {
  const before = await lockWebhook(tx, id)
  const secret = newWebhookSecret(ctx)
  const row = await update(tx, before, {
    secret: sealWebhookSecret(ctx, secret, id),
    former_secret: before.secret,
    former_secret_until: after(ctx.clock.now(), FORMER_SECRET_MS),
  })
  await record(ctx, tx, by, { action: 'webhook.rotate', after: row })
  return { row, secret }
}

/** Resumed, also after it was switched off, it sends what waits. @throws AppError not_found */
export async function setPaused(ctx: Context, tx: Tx, id: string, isPaused: boolean, by: By): Promise<Row> {
  const before = await lockWebhook(tx, id)
  const state = isPaused ? 'paused' : 'active'
  if (before.state === state) return before
  const row = await update(tx, before, { state, ...(!isPaused && { failing_since: null }) })
  if (!isPaused) await sendWhatWaited(ctx, tx, id)
  await record(ctx, tx, by, { action: isPaused ? 'webhook.pause' : 'webhook.resume', before, after: row })
  return row
}

/** Deliveries that waited are given up no sooner than those of now. */
async function sendWhatWaited(ctx: Context, tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ tried_since: ctx.clock.now() })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute()
  await ctx.jobs.enqueue(tx, deliverWebhooksJob, { webhookId })
}

/** With its deliveries. @throws AppError not_found */
export async function deleteWebhook(ctx: Context, tx: Tx, id: string, by: By): Promise<void> {
  const before = await lockWebhook(tx, id)
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
  await record(ctx, tx, by, { action: 'webhook.delete', before })
}

function assertAddress(ctx: Context, url: string): void {
  const problem = findAddressProblem(url, { allowsLoopback: ctx.config.isDevelopment })
  if (problem) throw invalidField('url', problem)
}

const distinct = (kinds: readonly string[]): string[] => [...new Set(kinds)]

const update = (tx: Tx, { id }: Row, change: Updateable<WebhooksTable>): Promise<Row> =>
  tx.updateTable('webhooks').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The fields that the log shows: never a secret. */
const shown = ({ url, kinds, state }: Row) => ({ url, kinds, state })

async function record(
  ctx: Context,
  tx: Tx,
  by: By,
  { action, before, after }: { action: string; before?: Row; after?: Row },
): Promise<void> {
  const id = (after ?? before)?.id ?? ''
  await recordAudit(ctx, tx, {
    ...by,
    action,
    subject: { type: 'webhook', id },
    ...(before && { before: shown(before) }),
    ...(after && { after: shown(after) }),
  })
}
