import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { after } from '../../clock.ts'
import type { Context, Sweep } from '../../context.ts'
import type { WebhookDeliveriesTable } from '../../db/types.gen.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'
import { postWebhook } from '../../gateways/webhooks/post-webhook.ts'
import { inOneRound, type Round } from '../../jobs/run-sweep.ts'
import { LEASE_MS, withLease } from '../../jobs/with-lease.ts'
import { type Attempt, recordAttempt } from './record-attempt.ts'
import { openWebhookSecret } from './webhook-secret.ts'

/** A delivery with the address and secrets that it takes to send it. */
type Due = Selectable<WebhookDeliveriesTable> & {
  url: string
  secret: Buffer
  former_secret: Buffer | null
  former_secret_until: Date | null
}

/** An address that takes longer is left to the next round, so that it does not keep a worker from the others. */
const SLOW_MS = 1_000
const MAX_ERROR_LENGTH = 500

/** Sends what is due at one address for a round, or until one is not taken, or slowly: such an address is asked once in a round. */
export const deliverWebhooks = (ctx: Context, webhookId: string): Promise<Round> =>
  inOneRound(ctx.clock, () => deliverNext(ctx, webhookId))

/** @returns whether the address is to be asked again at once */
async function deliverNext(ctx: Context, webhookId: string): Promise<boolean> {
  const delivery = await takeDelivery(ctx, webhookId)
  if (!delivery) return false
  const attempt = await withLease(
    () => renew(ctx, delivery),
    () => send(ctx, delivery),
  )
  ctx.failpoints.reach('deliver-webhook.after-send')
  await recordAttempt(ctx, delivery, attempt)
  return attempt.isTaken && attempt.durationMs <= SLOW_MS
}

/** Finds the deliveries that have lost their job, or are due again. */
export const deliverWebhooksSweep: Sweep = {
  name: 'deliver-webhooks',
  everyMs: 5_000,
  run: async (ctx) => {
    const { rows } = await sql<{ id: string }>`
      select id from webhooks where state = 'active' and exists (
        select from webhook_deliveries where webhook_id = webhooks.id and status = 'waiting' and next_attempt_at <= ${ctx.clock.now()})`.execute(
      ctx.db,
    )
    // Side by side: one that is slow holds up none of the others.
    const rounds = await Promise.allSettled(rows.map(({ id }) => deliverWebhooks(ctx, id)))
    const failed = rounds.find((round) => round.status === 'rejected')
    if (failed) throw failed.reason
    if (rounds.some((round) => round.status === 'fulfilled' && round.value)) return 'a part'
  },
  nextDue: async ({ db }) => {
    const { rows } = await sql<{ dueAt: Date | null }>`
      select min(next.due_at) as "dueAt" from webhooks, lateral (
        select min(next_attempt_at) as due_at from webhook_deliveries where webhook_id = webhooks.id and status = 'waiting'
      ) as next where state = 'active'`.execute(db)
    return rows[0]?.dueAt ?? undefined
  },
}

/** Taking it moves `next_attempt_at`, so two workers never send it together, and a crash leaves it to the sweep. */
async function takeDelivery(ctx: Context, webhookId: string): Promise<Due | undefined> {
  const now = ctx.clock.now()
  const { rows } = await sql<Due>`
    update webhook_deliveries as delivery
    set attempts = attempts + 1, attempted_at = ${now}, next_attempt_at = ${after(now, LEASE_MS)}
    from webhooks
    where webhooks.id = delivery.webhook_id and webhooks.state = 'active' and delivery.id = (
      select id from webhook_deliveries
      where webhook_id = ${webhookId} and status = 'waiting' and next_attempt_at <= ${now}
      order by next_attempt_at, id limit 1 for update skip locked)
    returning delivery.*, url, secret, former_secret, former_secret_until`.execute(ctx.db)
  return rows[0]
}

const renew = (ctx: Context, { id, attempts }: Due) =>
  ctx.db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: after(ctx.clock.now(), LEASE_MS) })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute()

async function send(ctx: Context, delivery: Due): Promise<Attempt> {
  const startMs = performance.now()
  const durationMs = () => Math.round(performance.now() - startMs)
  try {
    const { status, start } = await postWebhook(delivery.url, {
      headers: headersOf(ctx, delivery),
      body: delivery.body,
      allowsLoopback: ctx.config.isDevelopment,
    })
    const isTaken = status >= 200 && status < 300
    return { isTaken, status, answer: start, error: isTaken ? null : `Answered ${status}`, durationMs: durationMs() }
  } catch (error) {
    const reason = messageOf(error).slice(0, MAX_ERROR_LENGTH)
    return { isTaken: false, status: null, answer: null, error: reason, durationMs: durationMs() }
  }
}

/** Signed by Standard Webhooks with the time of this attempt; for a while by the former secret too. */
function headersOf(ctx: Context, delivery: Due): Record<string, string> {
  const { webhook_id: webhookId, event_id: id, body, attempted_at: sentAt } = delivery
  const now = sentAt ?? ctx.clock.now()
  const isFormerValid = delivery.former_secret_until !== null && delivery.former_secret_until > now
  const signatures = [delivery.secret, isFormerValid ? delivery.former_secret : null].flatMap((sealed) => {
    const secret = sealed && openWebhookSecret(ctx, sealed, webhookId)
    return secret ? [new Webhook(secret).sign(id, now, body)] : []
  })
  if (signatures.length === 0) throw new Error('The secret was sealed under a SECRET_KEY that is gone. Rotate it.')
  return {
    'content-type': 'application/json',
    'user-agent': 'Verso-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
}
