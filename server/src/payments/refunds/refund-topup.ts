import { formatCents } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { getBalances } from '../../ledger/queries.ts'
import { UNDELIVERED } from '../records/capture-money.ts'
import type { PaymentRow } from '../records/payment-row.ts'
import { requestRefund } from './request-refund.ts'

/**
 * Refunds a top-up: takes its credits back and returns the money. Credits that are spent or held cannot be taken back, and
 * a top-up is refunded as a whole.
 * @throws AppError conflict when less than the top-up is left of the member's credits
 */
export async function refundTopup(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  const { id: paymentId, user_id: userId, amount_cents: amountCents } = payment
  const { creditCents } = await getBalances(tx, userId)
  if (creditCents < amountCents) {
    const [left, asked] = [formatCents(creditCents), formatCents(amountCents)]
    throw conflict(
      `Only ${left} of these ${asked} USD are left: the rest was spent or is held, so it cannot be refunded`,
    )
  }
  await takeBackTopup(ctx, tx, { paymentId, userId, amountCents, reason: 'Your top-up was paid back.' })
}

type TakenBack = { paymentId: string; userId: string; amountCents: number; reason: string }

/** Takes credits of a top-up back and asks for their refund. The top-up's row is locked, and nothing of it was refunded before. */
export async function takeBackTopup(ctx: Context, tx: Tx, { userId, reason, ...part }: TakenBack): Promise<void> {
  const { paymentId, amountCents } = part
  await postTransfer(ctx, tx, {
    kind: 'TOPUP_TAKEN_BACK',
    cause: { type: 'payment', id: paymentId },
    entries: [
      { account: { kind: 'CREDIT', userId }, amountCents: -amountCents },
      { account: UNDELIVERED, amountCents },
    ],
  })
  await requestRefund(ctx, tx, { paymentId, amountCents, reason })
}
