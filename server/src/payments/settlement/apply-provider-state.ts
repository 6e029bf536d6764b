import { PAYMENT_STATUS_OF } from '@verso/protocol/money/payment-status'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { ProviderPayment } from '../../gateways/payments/provider.ts'
import { applyChargeback } from '../disputes/apply-chargeback.ts'
import { askAboutReturned } from '../disputes/return-undelivered.ts'
import { captureMoney, isCaptured, UNDELIVERED } from '../records/capture-money.ts'
import { closePayment } from '../records/close-payment.ts'
import { creditNetworkFee } from '../records/network-fee.ts'
import { deliverPurchase } from './deliver-purchase.ts'
import { finishRefund } from '../refunds/finish-refund.ts'
import { nextPollAt } from '../records/poll-schedule.ts'
import { recordEvent } from '../../events/record-event.ts'
import { payment as paymentSubject, user } from '../../events/subjects.ts'
import { getPaymentRow, isLive, type LockedPayment, type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { reportPaidTwice } from './report-paid-twice.ts'
import { haveRefundsFailed, reopenFailedRefund } from './reopen-refund.ts'
import { restoreLostRefund } from './restore-lost-refund.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { forgetUnknownState } from '../records/unknown-state.ts'

type Seen = LockedPayment & { observed: ProviderPayment }

/**
 * Brings a payment to where the provider says it is, for events in any order. The rows are locked; what has been
 * done before is not repeated.
 */
export async function applyProviderState(ctx: Context, tx: Tx, seen: Seen): Promise<void> {
  const { observed } = seen
  const known = await reopenFailedRefund(ctx, tx, seen)
  const payment = await restoreLostRefund(ctx, tx, { known, observed })
  await forgetUnknownState(tx, payment.id)
  await applyState(ctx, tx, { ...seen, payment })
  // Of a payment that was lost with its refund.
  await restoreLostRefund(ctx, tx, { known: payment, observed })
  // In any state of the known one: it may have been refunded while the second was not.
  await reportPaidTwice(ctx, tx, seen.observed)
}

async function applyState(ctx: Context, tx: Tx, seen: Seen): Promise<void> {
  const { payment, observed } = seen
  switch (observed.state) {
    case 'succeeded':
      return payment.captured_at ? applyLaterLook(ctx, tx, seen) : applySuccess(ctx, tx, seen)
    case 'disputed':
      return applyDispute(ctx, tx, seen)
    case 'refunded':
      return applyRefund(ctx, tx, seen)
    case 'canceled':
    case 'expired':
      return applyEnd(ctx, tx, seen)
    default:
      // Only while the payment is open: a state read before it closed is outdated.
      return isLive(payment.status) ? applyProgress(ctx, tx, seen) : scheduleNext(ctx, tx, seen)
  }
}

/** A refund that we had asked for is made, also beside other changes. */
async function finishMade(ctx: Context, tx: Tx, { payment, observed }: Seen): Promise<boolean> {
  const made = observed.refunds?.find(({ state, refundId }) => state === 'done' && refundId !== null)
  return made !== undefined && finishRefund(ctx, tx, { paymentId: payment.id, providerRef: made.providerRef })
}

/** One that is booked. What was paid back in part, as the rest of a top-up, leaves it as it is at the provider. */
async function applyLaterLook(ctx: Context, tx: Tx, seen: Seen): Promise<void> {
  if (!(await finishMade(ctx, tx, seen))) await askAboutReturned(ctx, tx, seen.payment)
}

async function applyDispute(ctx: Context, tx: Tx, seen: Seen): Promise<void> {
  const { payment } = seen
  const isMade = await finishMade(ctx, tx, seen)
  return applyChargeback(ctx, tx, isMade ? { ...seen, payment: await getPaymentRow(tx, payment.id) } : seen)
}

async function applyProgress(ctx: Context, tx: Tx, { payment, observed }: Seen): Promise<void> {
  const status = PAYMENT_STATUS_OF[observed.state]
  // A declined card leaves the form open for another one: the payment does not start again.
  const isSame = status === payment.status || (status === 'CREATED' && payment.status === 'FAILED')
  const next = isSame ? payment : await updatePayment(ctx, tx, payment.id, { status })
  await updatePayment(ctx, tx, payment.id, { due_at: nextPollAt(ctx, next), lookups: payment.lookups + 1 })
}

/** A cancel on the provider's page is the buyer's own, unless the reservation was over: then we closed it. */
async function applyEnd(ctx: Context, tx: Tx, seen: Seen): Promise<void> {
  const { payment, observed } = seen
  if (!isLive(payment.status)) return scheduleNext(ctx, tx, seen)
  const now = ctx.clock.now()
  const hasExpired = observed.state === 'expired' || (payment.expires_at !== null && payment.expires_at <= now)
  await closePayment(
    ctx,
    tx,
    seen,
    hasExpired ? { status: 'EXPIRED' } : { status: 'CANCELED', set: { canceled_by_buyer_at: now } },
  )
}

async function scheduleNext(ctx: Context, tx: Tx, { payment }: Seen): Promise<void> {
  await updatePayment(ctx, tx, payment.id, { due_at: nextPollAt(ctx, payment), lookups: payment.lookups + 1 })
}

async function applySuccess(ctx: Context, tx: Tx, seen: Seen): Promise<void> {
  const { payment, observed } = seen
  if (payment.status === 'NEEDS_REVIEW') return
  if (payment.status === 'REFUNDED' && !haveRefundsFailed(observed)) return
  const wrong = findMismatch(seen)
  if (wrong) return holdForReview(ctx, tx, seen, wrong)
  const isTopup = payment.kind === 'TOPUP' && !payment.canceled_by_buyer_at
  const to = isTopup ? ({ kind: 'CREDIT', userId: payment.user_id } as const) : UNDELIVERED
  if (await isCaptured(tx, seen)) {
    return holdForReview(ctx, tx, seen, {
      reason: 'The provider reports one payment under two of ours.',
      isReceived: false,
    })
  }
  // All sales share its accounts: they are locked as late as possible, so that no other sale waits.
  let isBooked = false
  const book = async () => {
    if (isBooked) return
    isBooked = true
    if (!(await captureMoney(ctx, tx, { payment, observed, to })))
      throw new Error('the provider reports one payment under two of ours at the same time')
  }
  const captured = {
    provider_ref: observed.providerRef,
    captured_at: ctx.clock.now(),
    due_at: null,
    review_reason: null,
  }
  const delivery = payment.kind === 'PURCHASE' ? await deliverPurchase(ctx, tx, seen, book) : undefined
  if (isTopup || delivery) {
    const done = await updatePayment(ctx, tx, payment.id, { ...captured, status: 'SUCCESS' })
    await book()
    if (delivery === 'paid') await creditNetworkFee(ctx, tx, payment)
    if (isTopup) await recordTopup(ctx, tx, done)
    return
  }
  await book()
  const held = isLive(payment.status) ? await closePayment(ctx, tx, seen, { status: 'REFUND_DUE' }) : payment
  await updatePayment(ctx, tx, held.id, { ...captured, status: 'REFUND_DUE' })
  await requestRefund(ctx, tx, { paymentId: payment.id, amountCents: observed.amountCents, reason: refundReason(seen) })
}

const recordTopup = (ctx: Context, tx: Tx, { id, user_id, amount_cents }: PaymentRow): Promise<string> =>
  recordEvent(ctx, tx, {
    type: 'topup.completed',
    subjects: [paymentSubject(id), user(user_id)],
    data: { payment_id: id, user_id, amount_cents },
  })

const refundReason = ({ payment }: Seen): string =>
  payment.canceled_by_buyer_at ? 'Paid after it was cancelled.' : 'Paid when the NFT could not be sold to you any more.'

type Mismatch = { reason: string; isReceived: boolean }
type Asked = { payment: Pick<PaymentRow, 'receiver' | 'commodity' | 'currency' | 'amount_cents'> }

/** docs/invariants.md I7: what was paid equals what was asked. */
export function findMismatch({ payment, observed }: Asked & Pick<Seen, 'observed'>): Mismatch | undefined {
  if (observed.receiver.toLowerCase() !== payment.receiver.toLowerCase()) {
    return { reason: `Paid to ${observed.receiver} instead of ${payment.receiver}.`, isReceived: false }
  }
  if (observed.commodity !== payment.commodity || observed.currency !== payment.currency) {
    const paid = `${observed.currency}/${observed.commodity}`
    return { reason: `Paid in ${paid} instead of ${payment.currency}/${payment.commodity}.`, isReceived: false }
  }
  if (observed.amountCents === payment.amount_cents) return undefined
  const [paid, asked] = [observed.amountCents, payment.amount_cents].map((cents) => (cents / 100).toFixed(2))
  return { reason: `Paid ${paid} USD instead of ${asked} USD.`, isReceived: true }
}

/** Money that differs from what was asked for delivers nothing; a person decides. */
async function holdForReview(ctx: Context, tx: Tx, seen: Seen, { reason, isReceived }: Mismatch): Promise<void> {
  const { payment, observed } = seen
  const isBooked = isReceived && (await captureMoney(ctx, tx, { payment, observed, to: UNDELIVERED }))
  const set = {
    review_reason: reason,
    ...(isBooked && { captured_at: ctx.clock.now(), provider_ref: observed.providerRef }),
  }
  if (isLive(payment.status)) await closePayment(ctx, tx, seen, { status: 'NEEDS_REVIEW', set })
  await updatePayment(ctx, tx, payment.id, { ...set, status: 'NEEDS_REVIEW', due_at: null })
  ctx.log.error({ payment_id: payment.id, reason }, 'a payment needs a person')
}

async function applyRefund(ctx: Context, tx: Tx, seen: Seen): Promise<void> {
  const { payment, observed } = seen
  if (payment.status === 'REFUNDED' || payment.status === 'DISPUTED') return
  const made = observed.refunds?.find(({ state }) => state === 'done')
  const providerRef = made?.providerRef ?? observed.providerRef
  if (await finishRefund(ctx, tx, { paymentId: payment.id, providerRef })) return
  if (payment.captured_at) return applyChargeback(ctx, tx, seen)
  // Paid and paid back before anything was booked: nothing is owed, and nothing is left to decide.
  if (isLive(payment.status)) await closePayment(ctx, tx, seen, { status: 'REFUNDED' })
  await updatePayment(ctx, tx, payment.id, {
    status: 'REFUNDED',
    refunded_at: ctx.clock.now(),
    due_at: null,
    review_reason: null,
  })
}
