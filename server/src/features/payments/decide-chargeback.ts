import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { getBalances } from '../ledger/queries.ts'
import { type PaymentRow, updatePayment } from './payment-row.ts'

/** The bank's decision on a chargeback, entered by an admin: won, all goes on; lost, what is frozen pays for it. */
export async function decideChargeback(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  outcome: 'won' | 'lost',
): Promise<void> {
  if (payment.status !== 'DISPUTED' || payment.review_reason === null) throw conflict('This payment is not disputed')
  if (outcome === 'won') return winChargeback(ctx, tx, payment)
  if (payment.kind === 'TOPUP') await takeCreditBack(ctx, tx, payment)
  for (const hold of await moveFrozen(ctx, tx, payment, 'REVERSED')) {
    await postTransfer(ctx, tx, {
      kind: 'CHARGEBACK_LOST',
      cause: { type: 'earnings_hold', id: hold.id },
      entries: [
        { account: { kind: 'EARNINGS_HELD', userId: hold.user_id }, amountCents: -hold.amount_cents },
        { account: { kind: 'PLATFORM_LOSSES' }, amountCents: hold.amount_cents },
      ],
    })
  }
  await updatePayment(ctx, tx, payment.id, { review_reason: null })
}

/** As far as it is still there: what was spent is the platform's loss. */
async function takeCreditBack(ctx: Context, tx: Tx, { id, user_id: userId, amount_cents }: PaymentRow): Promise<void> {
  const { creditCents } = await getBalances(tx, userId)
  const amountCents = Math.min(creditCents, amount_cents)
  if (amountCents === 0) return
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK_LOST',
    cause: { type: 'payment', id },
    entries: [
      { account: { kind: 'CREDIT', userId }, amountCents: -amountCents },
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents },
    ],
  })
}

async function winChargeback(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  if (!payment.captured_at) throw conflict('This payment never arrived')
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK_WON',
    cause: { type: 'payment', id: payment.id },
    entries: [
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: -payment.amount_cents },
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: payment.amount_cents },
    ],
  })
  await moveFrozen(ctx, tx, payment, 'HELD')
  await updatePayment(ctx, tx, payment.id, { status: 'SUCCESS', review_reason: null })
  if (payment.nft_id)
    await tx
      .updateTable('nfts')
      .set({ taken_down_at: null, updated_at: ctx.clock.now() })
      .where('id', '=', payment.nft_id)
      .execute()
}

/** A top-up has no sale to freeze anything of. */
const moveFrozen = async (ctx: Context, tx: Tx, { listing_id }: PaymentRow, status: 'HELD' | 'REVERSED') =>
  listing_id === null
    ? []
    : tx
        .updateTable('earnings_holds')
        .set({ status, updated_at: ctx.clock.now() })
        .where('listing_id', '=', listing_id)
        .where('status', '=', 'FROZEN')
        .returning(['id', 'user_id', 'amount_cents'])
        .execute()
