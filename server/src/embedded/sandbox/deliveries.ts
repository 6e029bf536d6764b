import { Webhook } from 'standardwebhooks'
import { after } from '../../clock.ts'
import type { SandboxContext } from './sandbox-context.ts'
import type { SandboxDelivery, SandboxPayment, SandboxTx } from './store.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Waits after the first, second … failed attempt; then it is given up, and only a look-up tells. */
const RETRY_AFTER_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * 60 * MINUTE_MS,
  12 * 60 * MINUTE_MS,
]
/** A delivery that is being made is not picked up a second time for this long. */
const CLAIM_MS = 30 * SECOND_MS

/** Writes the event of a payment's new state with that state, so that none is lost. */
export async function enqueueWebhook(sandbox: SandboxContext, tx: SandboxTx, payment: SandboxPayment): Promise<void> {
  const fault = sandbox.faults.next()
  if (fault === 'drop') return
  const now = sandbox.clock.now()
  const type = `payment.${payment.state}`
  const data = {
    payment_id: payment.payment_id,
    order_id: payment.order_id,
    tx_id: payment.tx_id,
    status: payment.state,
  }
  const id = `evt_${sandbox.random.id().replaceAll('-', '')}`
  const row = {
    id,
    payment_id: payment.payment_id,
    type,
    body: JSON.stringify({ type, timestamp: now.toISOString(), data }),
    attempts: 0,
    due_at: fault === 'delay' ? after(now, sandbox.faults.delayMs()) : now,
    delivered_at: null,
    created_at: now,
  }
  await tx.insertInto('sandbox.deliveries').values(row).execute()
  if (fault === 'duplicate') {
    const copies = Array.from({ length: sandbox.faults.copies() }, (_, index) => ({ ...row, id: `${id}#${index + 2}` }))
    await tx.insertInto('sandbox.deliveries').values(copies).execute()
  }
}

/** Tries every webhook that is due once. @returns how many were tried */
export async function deliverDue(sandbox: SandboxContext, options: { paymentId?: string } = {}): Promise<number> {
  const now = sandbox.clock.now()
  let due = sandbox.db
    .selectFrom('sandbox.deliveries')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(50)
    .forUpdate()
    .skipLocked()
  if (options.paymentId) due = due.where('payment_id', '=', options.paymentId)
  const claimed = await sandbox.db
    .updateTable('sandbox.deliveries')
    .set((eb) => ({ due_at: after(now, CLAIM_MS), attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', due)
    .returningAll()
    .execute()
  claimed.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
  for (const delivery of claimed) await attempt(sandbox, delivery)
  return claimed.length
}

async function attempt(sandbox: SandboxContext, delivery: SandboxDelivery): Promise<void> {
  const isDelivered = !sandbox.faults.isEndpointDisabled && (await send(sandbox, delivery))
  const now = sandbox.clock.now()
  const waitMs = RETRY_AFTER_MS[delivery.attempts - 1]
  const set = isDelivered
    ? { delivered_at: now, due_at: null }
    : { due_at: waitMs === undefined ? null : after(now, waitMs) }
  await sandbox.db.updateTable('sandbox.deliveries').set(set).where('id', '=', delivery.id).execute()
}

/** Signed by Standard Webhooks with the time of this attempt; a duplicate carries the id of its original. */
async function send(sandbox: SandboxContext, delivery: SandboxDelivery): Promise<boolean> {
  const [id = delivery.id] = delivery.id.split('#')
  const sentAt = sandbox.clock.now()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(sandbox.webhookSecret).sign(id, sentAt, delivery.body),
  }
  try {
    const status = await sandbox.deliver({ id, headers, body: delivery.body })
    return status >= 200 && status < 300
  } catch (error) {
    sandbox.log.debug({ error: (error as Error).message, delivery: id }, 'a sandbox webhook did not arrive')
    return false
  }
}
