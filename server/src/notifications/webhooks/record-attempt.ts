import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { urlsFor } from '../../http/urls.ts'
import { tellOperators } from '../operators/tell-operators.ts'
import { webhookOffMail } from '../../messages/operator-mails.ts'

export type Attempt = {
  isTaken: boolean
  status: number | null
  /** The first kilobyte. */
  answer: string | null
  error: string | null
  durationMs: number
}
type Tried = { id: string; webhook_id: string; attempts: number; tried_since: Date }

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Waits after the first, second … failed attempt; the last one comes again. With the jitter they end at 24 hours. */
const RETRY_AFTER_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  20 * HOUR_MS,
]
/** So much longer at most, that what failed together does not come back together. */
const JITTER = 0.2
const GIVEN_UP_AFTER_DAYS = 5
const GIVEN_UP_AFTER_MS = GIVEN_UP_AFTER_DAYS * 24 * HOUR_MS

/** Records what became of an attempt; an address that has taken nothing for days is switched off, and the operators are told. */
export async function recordAttempt(ctx: Context, delivery: Tried, attempt: Attempt): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const isOff = await noteWhetherTaken(ctx, tx, delivery.webhook_id, attempt)
    await tx
      .updateTable('webhook_deliveries')
      .set({
        ...nextOf(ctx, delivery, { ...attempt, isOff }),
        response_status: attempt.status,
        answer: attempt.answer,
        error: attempt.error,
        duration_ms: attempt.durationMs,
      })
      .where('id', '=', delivery.id)
      .where('status', '=', 'waiting')
      // Taken once more meanwhile: the other attempt decides.
      .where('attempts', '=', delivery.attempts)
      .execute()
  })
}

/** @returns whether the address was switched off by it */
async function noteWhetherTaken(ctx: Context, tx: Tx, webhookId: string, { isTaken }: Attempt): Promise<boolean> {
  const webhook = tx.updateTable('webhooks').where('id', '=', webhookId)
  if (isTaken) {
    await webhook.set({ failing_since: null }).where('failing_since', 'is not', null).execute()
    return false
  }
  await webhook.set({ failing_since: ctx.clock.now() }).where('failing_since', 'is', null).execute()
  return switchOff(ctx, tx, webhookId)
}

/** A delivery under way when the address was switched off waits with the rest until it is resumed. */
function nextOf(ctx: Context, { attempts, tried_since }: Tried, { isTaken, isOff }: Attempt & { isOff: boolean }) {
  const now = ctx.clock.now()
  if (isTaken) return { status: 'delivered' as const, next_attempt_at: null }
  if (!isOff && after(tried_since, GIVEN_UP_AFTER_MS) <= now)
    return { status: 'failed' as const, next_attempt_at: null }
  const waitMs = RETRY_AFTER_MS[Math.min(attempts, RETRY_AFTER_MS.length) - 1] ?? 0
  const jitter = JITTER * (ctx.random.bytes(4).readUInt32BE() / 2 ** 32)
  return { next_attempt_at: after(now, Math.round(waitMs * (1 + jitter))) }
}

async function switchOff(ctx: Context, tx: Tx, webhookId: string): Promise<boolean> {
  const off = await tx
    .updateTable('webhooks')
    .set({ state: 'off' })
    .where('id', '=', webhookId)
    .where('state', '=', 'active')
    .where('failing_since', '<=', after(ctx.clock.now(), -GIVEN_UP_AFTER_MS))
    .returning('url')
    .executeTakeFirst()
  if (!off) return false
  ctx.log.error({ webhook: webhookId }, 'a webhook was switched off: it took nothing for days')
  const site = { origin: urlsFor(ctx).admin, brand: ctx.config.brand }
  const path = adminAddressOf('webhook', { webhookId })
  await tellOperators(ctx, tx, {
    kind: 'admin.check_failed',
    text: `A webhook was switched off: ${off.url} has taken nothing for ${GIVEN_UP_AFTER_DAYS} days.`,
    mail: webhookOffMail(site, { url: off.url, days: GIVEN_UP_AFTER_DAYS, path }),
  })
  return true
}
