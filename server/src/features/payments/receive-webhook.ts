import { z } from 'zod'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { type ProviderEvent, WebhookRejected } from '../../gateways/payments/provider.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { settlePaymentTask } from './settle-payment.task.ts'

/** The job comes first; the reconciler only when the job is lost. */
const RECONCILE_AFTER_MS = 15_000

type Delivery = { provider: string; rawBody: Buffer; headers: Record<string, string | string[] | undefined> }

/**
 * Takes a provider's event: verified on the raw body, written once, then the payment is looked up by a job. The event
 * itself moves nothing (I11: its row is committed before the 2xx).
 */
export async function receiveWebhook(ctx: Context, { provider, rawBody, headers }: Delivery): Promise<void> {
  if (provider !== ctx.payments.name) throw notFound()
  const event = parse(ctx, rawBody, headers)
  await inTransaction(ctx.db, async (tx) => {
    const paymentId = await findPaymentId(tx, provider, event)
    // Anybody may send an unsigned hint: about nothing of ours it leaves no trace.
    if (!event.isSigned && !paymentId) return
    const isNew = await insertEvent(ctx, tx, { provider, event, paymentId, rawBody })
    if (!isNew || !paymentId) return
    const now = ctx.clock.now()
    await tx
      .updateTable('payments')
      .set({ due_at: after(now, RECONCILE_AFTER_MS) })
      .where('id', '=', paymentId)
      .where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '>', after(now, RECONCILE_AFTER_MS))]))
      .execute()
    await ctx.jobs.enqueue(tx, settlePaymentTask, { paymentId })
  })
  ctx.failpoints.reach('receive-webhook.after-commit')
}

function parse(ctx: Context, rawBody: Buffer, headers: Delivery['headers']): ProviderEvent {
  try {
    return ctx.payments.parseWebhook(rawBody, headers)
  } catch (error) {
    if (!(error instanceof WebhookRejected)) throw error
    ctx.log.warn({ provider: ctx.payments.name, reason: error.message }, 'a webhook was refused')
    throw new AppError('invalid', { userMessage: 'The webhook was refused' })
  }
}

/** By our id, else by the provider's own; undefined for a payment that is not ours. */
async function findPaymentId(tx: Tx, provider: string, event: ProviderEvent): Promise<string | undefined> {
  const isId = z.uuid().safeParse(event.paymentId).success
  if (!isId && !event.providerRef) return undefined
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider as 'sandbox')
    .where(isId ? 'id' : 'provider_ref', '=', isId ? event.paymentId : event.providerRef)
    .executeTakeFirst()
  return row?.id
}

async function insertEvent(
  ctx: Context,
  tx: Tx,
  input: { provider: string; event: ProviderEvent; paymentId: string | undefined; rawBody: Buffer },
): Promise<boolean> {
  const { provider, event, paymentId, rawBody } = input
  const row = await tx
    .insertInto('payment_events')
    .values({
      id: ctx.random.id(),
      provider,
      event_id: event.eventId,
      payment_id: paymentId ?? null,
      type: event.type,
      // As one string: PostgreSQL's jsonb refuses some texts that are valid JSON.
      body: JSON.stringify(rawBody.toString('utf8').replaceAll('\0', '')),
      received_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
