import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { holdCredit, releaseCreditHold } from '../../ledger/credit-holds.ts'
import { getBalances } from '../../ledger/queries.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { UNDELIVERED } from './capture-money.ts'
import type { PaymentRow } from './payment-row.ts'

type Paid = Pick<PaymentRow, 'id' | 'user_id' | 'amount_cents' | 'network_fee_cents'>

/** The part that was paid for the NFT itself. */
export const priceCentsOf = ({ amount_cents, network_fee_cents }: Paid): number => amount_cents - network_fee_cents

/** Of money that buys: the network fee in it becomes a credit of the buyer and is held for this purchase at once. */
export async function creditNetworkFee(ctx: Context, tx: Tx, payment: Paid): Promise<void> {
  const { id, user_id: userId, network_fee_cents: feeCents } = payment
  if (feeCents === 0) return
  await postTransfer(ctx, tx, {
    kind: 'NETWORK_FEE_PAID',
    cause: { type: 'payment', id },
    entries: [
      { account: UNDELIVERED, amountCents: -feeCents },
      { account: { kind: 'CREDIT', userId }, amountCents: feeCents },
    ],
  })
  await holdCredit(ctx, tx, { userId, purpose: 'PURCHASE', causeId: id })
}

/**
 * The fee from credits was released with the reservation, or lost with the books; a buyer who has spent it since still gets
 * what is paid for.
 */
export async function holdNetworkFeeAgain(ctx: Context, tx: Tx, payment: Paid): Promise<void> {
  const { id: causeId, user_id: userId, network_fee_cents: paidCents } = payment
  if (paidCents > 0) return
  const { creditCents } = await getBalances(tx, userId)
  if (creditCents >= NETWORK_FEE_CENTS) await holdCredit(ctx, tx, { userId, purpose: 'PURCHASE', causeId })
}

/** The sale has failed: the held network fee is a credit again, or undelivered money where it came with the payment. */
export async function releaseNetworkFee(ctx: Context, tx: Tx, payment: Paid): Promise<void> {
  const { id, user_id: userId, network_fee_cents: feeCents } = payment
  await releaseCreditHold(ctx, tx, { purpose: 'PURCHASE', causeId: id })
  if (feeCents === 0) return
  await postTransfer(ctx, tx, {
    kind: 'NETWORK_FEE_REFUNDED',
    cause: { type: 'payment', id },
    entries: [
      { account: { kind: 'CREDIT', userId }, amountCents: -feeCents },
      { account: UNDELIVERED, amountCents: feeCents },
    ],
  })
}
