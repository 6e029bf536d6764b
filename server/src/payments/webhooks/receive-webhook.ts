import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { type ProviderEvent, WebhookRejected } from '../../gateways/payments/provider.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { settlePaymentJob } from '../settlement/jobs.ts'
import { findPaymentId, insertEvent } from './payment-events.ts'
import { reportRefused } from './report-refused.ts'
import { takeHint } from './take-hint.ts'

/** The job comes first; the reconciler only when the job is lost. */
const RECONCILE_AFTER_MS = 15_000

type Delivery = {
  provider: string
  rawBody: Buffer
  headers: Record<string, string | string[] | undefined>
  /** The sender's network address. */
  address: string
}

/**
 * Takes a provider's event: verified on the raw body, written once, then the payment is looked up by a job. The event
 * itself moves nothing (docs/invariants.md I11: its row is committed before the 2xx).
 */
export async function receiveWebhook(ctx: Context, { provider, rawBody, headers, address }: Delivery): Promise<void> {
  if (provider !== ctx.payments.name) throw notFound()
  const event = parse(ctx, rawBody, headers)
  if (!event.isSigned) return takeHint(ctx, { event, rawBody, address })
  await inTransaction(ctx.db, async (tx) => {
    const paymentId = await findPaymentId(tx, provider, event)
    const isNew = await insertEvent(ctx, tx, { provider, event, paymentId, rawBody })
    if (!isNew || !paymentId) return
    const now = ctx.clock.now()
    await tx
      .updateTable('payments')
      .set({ due_at: after(now, RECONCILE_AFTER_MS) })
      .where('id', '=', paymentId)
      .where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '>', after(now, RECONCILE_AFTER_MS))]))
      .execute()
    await ctx.jobs.enqueue(tx, settlePaymentJob, { paymentId })
  })
  ctx.failpoints.reach('receive-webhook.after-commit')
}

function parse(ctx: Context, rawBody: Buffer, headers: Delivery['headers']): ProviderEvent {
  try {
    const event = ctx.payments.parseWebhook(rawBody, headers)
    assertStorable(event)
    return event
  } catch (error) {
    if (!(error instanceof WebhookRejected)) throw error
    reportRefused(ctx, error.message)
    throw new AppError('invalid', { userMessage: 'The webhook was refused' })
  }
}

/**
 * PostgreSQL stores no text with a NUL, and half of a surrogate pair is no text at all: valid JSON has both.
 * @throws WebhookRejected
 */
function assertStorable({ eventId, paymentId, providerRef, type }: ProviderEvent): void {
  const isText = (text: string | null) => text === null || (text.isWellFormed() && !text.includes('\0'))
  if (![eventId, paymentId, providerRef, type].every(isText)) throw new WebhookRejected('a name in it is no text')
}
