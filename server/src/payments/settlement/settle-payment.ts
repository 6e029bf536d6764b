import { ZodError } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { UnknownProviderState } from '../../gateways/payments/provider.ts'
import { applyProviderState } from './apply-provider-state.ts'
import { nextPollAt } from '../records/poll-schedule.ts'
import {
  findPayment,
  isLive,
  LIVE_STATUSES,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from '../records/payment-row.ts'
import { waitForKnownState } from '../records/unknown-state.ts'

/**
 * Looks a payment up at the provider and brings ours to the same state in one transaction. Webhooks, the browser and the
 * reconciler all end here, so it does not matter which of them comes, how often, or in what order.
 */
export async function settlePayment(ctx: Context, paymentId: string): Promise<void> {
  const known = await findPayment(ctx.db, paymentId)
  if (!known) return
  const isOurs = known.provider === ctx.payments.name
  const observed = isOurs ? await look(ctx, known) : undefined
  if (observed && 'unknownStatus' in observed) {
    await waitForKnown(ctx, paymentId, observed.unknownStatus)
    // It may be readable in a minute: a reservation is kept as for a provider that is away.
    if (observed.unreadable && isLive(known.status)) throw observed.unreadable
    return
  }
  if (observed && observed.paymentId !== paymentId) throw new Error('the provider answered with another payment')
  await inTransaction(ctx.db, async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked) return
    if (observed) {
      await applyProviderState(ctx, tx, { ...locked, observed })
      // One that was open has its next time to ask, or none.
      if (!isLive(locked.payment.status)) await stopAsking(tx, paymentId)
    } else await waitLonger(ctx, tx, locked.payment)
    ctx.failpoints.reach('settle-payment.before-commit')
  })
  ctx.failpoints.reach('settle-payment.after-commit')
}

/** In place of the status of an answer whose shape we do not know. */
const UNREADABLE = 'unreadable'

const look = (ctx: Context, { id, provider_ref }: PaymentRow) =>
  ctx.payments.fetchPayment(id, provider_ref).catch((error: unknown) => {
    if (error instanceof UnknownProviderState) return { unknownStatus: error.status, unreadable: undefined }
    // No outage: the same question gets the same answer.
    if (error instanceof ZodError) return { unknownStatus: UNREADABLE, unreadable: error }
    throw error
  })

const waitForKnown = (ctx: Context, paymentId: string, status: string): Promise<void> =>
  inTransaction(ctx.db, async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (locked) await waitForKnownState(ctx, tx, { payment: locked.payment, status })
  })

/** A late or repeated event makes a payment due again; final payments are not polled. */
const stopAsking = (tx: Tx, paymentId: string) =>
  tx
    .updateTable('payments')
    .set({ due_at: null })
    .where('id', '=', paymentId)
    .where('status', 'not in', [...LIVE_STATUSES, 'CANCELED', 'EXPIRED'])
    .where('due_at', 'is not', null)
    .execute()

/** The provider does not know it: its page was not opened. */
const waitLonger = (ctx: Context, tx: Tx, payment: PaymentRow) =>
  updatePayment(ctx, tx, payment.id, { due_at: nextPollAt(ctx, payment), lookups: payment.lookups + 1 })
