import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
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
  const frozen = await moveFrozen(ctx, tx, payment, 'REVERSED')
  for (const hold of frozen) {
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

const moveFrozen = (ctx: Context, tx: Tx, payment: PaymentRow, status: 'HELD' | 'REVERSED') =>
  tx
    .updateTable('earnings_holds')
    .set({ status, updated_at: ctx.clock.now() })
    .where('listing_id', '=', payment.listing_id ?? '')
    .where('status', '=', 'FROZEN')
    .returning(['id', 'user_id', 'amount_cents'])
    .execute()
