import type { DevOutcome } from '@verso/protocol/money/payments'
import type { ProviderState } from '@verso/protocol/money/payment-status'
import { z } from 'zod'
import { deliverDue, enqueueWebhook } from './deliveries.ts'
import type { SandboxContext } from './sandbox-context.ts'
import type { SandboxPayment } from './store.ts'

export const sessionBody = z.object({
  payment_id: z.uuid(),
  amount_cents: z.number().int().positive(),
  currency: z.literal('USD'),
  purpose: z.string(),
  commodity: z.string(),
  receiver: z.string(),
  expires_at: z.iso.datetime().transform((text) => new Date(text)),
  metadata: z.record(z.string(), z.string()).default({}),
})

/** Opens a payment, or finds the one of this id: asking twice opens one. */
export async function openPayment(
  sandbox: SandboxContext,
  body: z.output<typeof sessionBody>,
): Promise<SandboxPayment> {
  const now = sandbox.clock.now()
  const order_id = `ord_${sandbox.random.id().replaceAll('-', '')}`
  const row = {
    ...body,
    metadata: JSON.stringify(body.metadata),
    order_id,
    state: 'created',
    fee_cents: 0,
    refund_outcome: 'done',
    created_at: now,
    updated_at: now,
  } as const
  const nothing = {
    paid_amount_cents: null,
    paid_receiver: null,
    tx_id: null,
    card_last4: null,
    decline_code: null,
    next_state: null,
    next_state_at: null,
  }
  await sandbox.db
    .insertInto('sandbox.payments')
    .values({ ...row, ...nothing })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute()
  return sandbox.db
    .selectFrom('sandbox.payments')
    .selectAll()
    .where('payment_id', '=', body.payment_id)
    .executeTakeFirstOrThrow()
}

export const findPayment = (sandbox: SandboxContext, paymentId: string): Promise<SandboxPayment | undefined> =>
  sandbox.db.selectFrom('sandbox.payments').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

const CLOSED: readonly ProviderState[] = ['succeeded', 'refunded', 'disputed']

/** A captured payment can only be refunded or charged back; every other state may change to any other. */
const mayBecome = (from: ProviderState, to: ProviderState): boolean =>
  from === to || !CLOSED.includes(from) || (from === 'succeeded' && (to === 'refunded' || to === 'disputed'))

export type Change = Partial<
  Pick<
    SandboxPayment,
    | 'paid_amount_cents'
    | 'paid_receiver'
    | 'card_last4'
    | 'decline_code'
    | 'next_state'
    | 'next_state_at'
    | 'refund_outcome'
  >
>

/**
 * Moves a payment and sends its webhook. A repeat sends the webhook once more, as providers do.
 * @returns the payment as it is then
 */
export async function movePayment(
  sandbox: SandboxContext,
  paymentId: string,
  state: ProviderState,
  change: Change = {},
): Promise<SandboxPayment | undefined> {
  const moved = await sandbox.db.transaction().execute(async (tx) => {
    const payment = await tx
      .selectFrom('sandbox.payments')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .forUpdate()
      .executeTakeFirst()
    if (!payment || !mayBecome(payment.state, state)) return payment
    const hasTx = state === 'pending' || state === 'succeeded'
    const tx_id = payment.tx_id ?? (hasTx ? `0x${sandbox.random.bytes(32).toString('hex')}` : null)
    const next = await tx
      .updateTable('sandbox.payments')
      .set({ ...change, state, tx_id, updated_at: sandbox.clock.now() })
      .where('payment_id', '=', paymentId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueueWebhook(sandbox, tx, next)
    return next
  })
  await deliverDue(sandbox, { paymentId })
  return moved
}

const OUTCOMES: Record<DevOutcome, ProviderState> = {
  success: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  pending: 'pending',
}

export const decide = (
  sandbox: SandboxContext,
  paymentId: string,
  outcome: DevOutcome,
): Promise<SandboxPayment | undefined> => movePayment(sandbox, paymentId, OUTCOMES[outcome])

/** Closes a payment that is not paid; a script's later success still comes. */
export async function cancelPayment(sandbox: SandboxContext, paymentId: string): Promise<SandboxPayment | undefined> {
  const payment = await findPayment(sandbox, paymentId)
  if (!payment || CLOSED.includes(payment.state) || payment.state === 'canceled') return payment
  return movePayment(sandbox, paymentId, 'canceled')
}

/** Runs the scripted steps that are due: a slow success, a chargeback, a time-out. */
export async function runDueScripts(sandbox: SandboxContext): Promise<void> {
  const due = await sandbox.db
    .selectFrom('sandbox.payments')
    .select(['payment_id', 'next_state'])
    .where('next_state_at', '<=', sandbox.clock.now())
    .where('next_state', 'is not', null)
    .execute()
  for (const { payment_id, next_state } of due) {
    if (next_state) await movePayment(sandbox, payment_id, next_state, { next_state: null, next_state_at: null })
  }
}

export const refundBody = z.object({
  refund_id: z.uuid(),
  payment_id: z.uuid(),
  amount_cents: z.number().int().positive(),
})

/** Pays back; the same refund id pays back once. */
export async function refundPayment(sandbox: SandboxContext, body: z.output<typeof refundBody>) {
  const payment = await findPayment(sandbox, body.payment_id)
  if (!payment) return undefined
  const canPayBack = payment.state === 'succeeded' && payment.refund_outcome === 'done'
  await sandbox.db
    .insertInto('sandbox.refunds')
    .values({
      ...body,
      refund_ref: `ref_${sandbox.random.id().replaceAll('-', '')}`,
      state: canPayBack ? 'done' : 'failed',
      created_at: sandbox.clock.now(),
    })
    .onConflict((conflict) => conflict.column('refund_id').doNothing())
    .execute()
  const refund = await sandbox.db
    .selectFrom('sandbox.refunds')
    .selectAll()
    .where('refund_id', '=', body.refund_id)
    .executeTakeFirstOrThrow()
  if (refund.state === 'done' && payment.state === 'succeeded') await movePayment(sandbox, body.payment_id, 'refunded')
  return refund
}
