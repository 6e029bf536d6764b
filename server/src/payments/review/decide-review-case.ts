import type { PaymentAction } from '@verso/protocol/money/admin-money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict, notFound } from '../../http/app-error.ts'
import { recordEvent } from '../../events/record-event.ts'
import { payment as paymentSubject, user } from '../../events/subjects.ts'
import { canRefund } from '../records/can-refund.ts'
import { getCapturedCents } from '../records/capture-money.ts'
import { decideChargeback } from '../disputes/decide-chargeback.ts'
import { finishRefund } from '../refunds/finish-refund.ts'
import { refundPaymentJob } from '../refunds/jobs.ts'
import { type LockedPayment, lockPayment, type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { getSideCases, type SideCases } from '../records/queries.ts'
import { refundTopup } from '../refunds/refund-topup.ts'
import { settlePaidTwice } from '../settlement/report-paid-twice.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { settleUnknownState } from '../records/unknown-state.ts'

type Decision = {
  paymentId: string
  action: PaymentAction
  note: string | undefined
  /** The reason that the admin has read; undefined where the caller does not say it. */
  shownReason: string | null | undefined
  adminId: string
  requestId: string
}
type Case = PaymentRow & SideCases
type Reasons = SideCases & Pick<Case, 'kind' | 'status' | 'captured_at' | 'review_reason' | 'provider_ref'>

/**
 * The actions of an admin on a payment. One without a review case is left alone, but a top-up may go back while its credits are
 * there; a purchase is delivered or pending, and refunded by itself when that fails.
 */
export function actionsFor(
  { kind, status, captured_at, review_reason, paid_again_refs, unknown_status }: Reasons,
  isByProvider: boolean,
): PaymentAction[] {
  const hasSideCase = paid_again_refs.length > 0 || unknown_status !== null
  if (review_reason === null) {
    if (hasSideCase) return ['resolve']
    return kind === 'TOPUP' && status === 'SUCCESS' ? ['refund'] : []
  }
  if ((status === 'DISPUTED' && captured_at) || status === 'REFUNDED') {
    return hasSideCase ? ['chargeback_won', 'chargeback_lost', 'resolve'] : ['chargeback_won', 'chargeback_lost']
  }
  if (status === 'REFUND_DUE') return isByProvider ? ['retry', 'resolve'] : ['resolve']
  if (status === 'NEEDS_REVIEW') return captured_at && isByProvider ? ['refund', 'resolve'] : ['resolve']
  return ['resolve']
}

/** Why a person has to review it; null when there is no review case. */
export function reasonFor({ review_reason, provider_ref, paid_again_refs, unknown_status }: Reasons): string | null {
  const paidAs = [provider_ref, ...paid_again_refs].filter(Boolean).join(' and ')
  const reasons = [
    paid_again_refs.length > 0 &&
      `Paid more than once: ${paidAs}. Pay all but the first back by hand, then settle this case.`,
    unknown_status !== null &&
      `The provider reports the status “${unknown_status}”, which is not known here: look at it there.`,
    review_reason,
  ].filter(Boolean)
  return reasons.length > 0 ? reasons.join(' ') : null
}

/**
 * Carries out an admin's decision on an open case.
 * @throws AppError conflict when the case is closed, is not the one that was shown, or does not allow it
 */
export async function decideReviewCase(
  ctx: Context,
  tx: Tx,
  { paymentId, action, note, shownReason, adminId, requestId }: Decision,
): Promise<void> {
  const locked = await lockPayment(tx, paymentId)
  if (!locked) throw notFound('Payment not found')
  const { payment, listing } = locked
  const found = { ...payment, ...(await getSideCases(tx, paymentId)) }
  if (shownReason !== undefined && shownReason !== reasonFor(found))
    throw conflict('This payment has changed since it was shown. Read the case again, then decide.')
  if (!actionsFor(found, canRefund(ctx, payment)).includes(action))
    throw conflict('This cannot be done with this payment')
  await carryOut(ctx, tx, { payment: found, listing }, action)
  const { user_id, kind, status } = payment
  await recordEvent(ctx, tx, {
    type: 'order.decided',
    subjects: [paymentSubject(paymentId), user(user_id)],
    data: {
      payment_id: paymentId,
      user_id,
      kind,
      audit: {
        actor_id: adminId,
        action: `payment.${action}`,
        request_id: requestId,
        before: { status, reason: reasonFor(found) },
        after: { note },
      },
    },
  })
}

/** The note is for the audit log; the member is told a reason in plain words. */
async function carryOut(
  ctx: Context,
  tx: Tx,
  locked: LockedPayment & { payment: Case },
  action: PaymentAction,
): Promise<void> {
  const { payment } = locked
  switch (action) {
    case 'refund':
      return payment.status === 'SUCCESS' ? refundTopup(ctx, tx, payment) : refund(ctx, tx, payment)
    case 'retry':
      return retryRefund(ctx, tx, payment)
    case 'resolve':
      return resolveByHand(ctx, tx, payment)
    case 'chargeback_won':
      return decideChargeback(ctx, tx, locked, 'won')
    case 'chargeback_lost':
      return decideChargeback(ctx, tx, locked, 'lost')
  }
}

const refund = async (ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> =>
  requestRefund(ctx, tx, {
    paymentId: payment.id,
    amountCents: await getCapturedCents(tx, payment.id),
    reason: 'What you paid was not what was asked for.',
  })

async function retryRefund(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  const now = ctx.clock.now()
  const waiting = await tx
    .updateTable('refunds')
    .set({ status: 'WAITING', attempts: 0, pending_since: null, due_at: now, updated_at: now })
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'NEEDS_REVIEW')
    .returning('id')
    .executeTakeFirst()
  if (!waiting) throw conflict('The refund is on its way')
  await updatePayment(ctx, tx, payment.id, { review_reason: null })
  await ctx.jobs.enqueue(tx, refundPaymentJob, { refundId: waiting.id })
}

/**
 * Resolves a review case that was settled outside the product: captured money counts as refunded by hand. A second success
 * is resolved alone, and first: the payment may have got another reason meanwhile.
 */
async function resolveByHand(ctx: Context, tx: Tx, payment: Case): Promise<void> {
  if (payment.paid_again_refs.length > 0) return settlePaidTwice(tx, payment.id)
  if (payment.unknown_status !== null) return settleUnknownState(tx, payment.id)
  if (payment.captured_at && payment.status === 'NEEDS_REVIEW') await refund(ctx, tx, payment)
  const isPaidBack =
    payment.captured_at && (await finishRefund(ctx, tx, { paymentId: payment.id, providerRef: 'by hand' }))
  if (isPaidBack) return
  // Money that was never ours to book has nothing to come: the order ends, and so does what waits for it.
  const isOver = payment.status === 'NEEDS_REVIEW' && !payment.captured_at
  const end = isOver && { status: 'REFUNDED' as const, refunded_at: ctx.clock.now() }
  await updatePayment(ctx, tx, payment.id, { review_reason: null, ...end })
}
