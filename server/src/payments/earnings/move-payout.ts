import { formatCents } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { mailMember } from '../records/payment-mails.ts'
import type { Selectable } from 'kysely'
import type { PayoutsTable } from '../../db/types.gen.ts'

export type PayoutRow = Selectable<PayoutsTable>
export type PayoutStatus = PayoutRow['status']

type Move = {
  payout: PayoutRow
  to: Exclude<PayoutStatus, 'REQUESTED'>
  reason?: string | undefined
  reference?: string | undefined
}

/** The only moves a payout makes. */
export const PAYOUT_TRANSITIONS: Record<PayoutStatus, readonly PayoutStatus[]> = {
  REQUESTED: ['APPROVED', 'REJECTED', 'CANCELLED'],
  APPROVED: ['PAID', 'REJECTED'],
  PAID: [],
  REJECTED: [],
  CANCELLED: [],
}

/** Moves a locked payout on; what ends it moves the held amount too, and the member hears of every change. */
export async function movePayout(ctx: Context, tx: Tx, { payout, to, reason, reference }: Move): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ status: to, reason: reason ?? null, reference: reference ?? null, updated_at: ctx.clock.now() })
    .where('id', '=', payout.id)
    .where('status', '=', payout.status)
    .execute()
  if (to !== 'APPROVED') await moveHeld(ctx, tx, payout, to)
  await mailMember(ctx, tx, {
    userId: payout.user_id,
    subject: SUBJECTS[to],
    paragraphs: [
      `Payout of ${formatCents(payout.amount_cents)} USD.`,
      TEXTS[to],
      ...(reason ? [`Reason: ${reason}`] : []),
      ...(reference ? [`Reference: ${reference}`] : []),
    ],
    action: { label: 'See your payouts', path: '/app/settings/earnings' },
  })
}

async function moveHeld(ctx: Context, tx: Tx, payout: PayoutRow, to: 'PAID' | 'REJECTED' | 'CANCELLED'): Promise<void> {
  const userId = payout.user_id
  const target = to === 'PAID' ? ({ kind: 'PAYOUTS_PAID' } as const) : ({ kind: 'EARNINGS', userId } as const)
  await postTransfer(ctx, tx, {
    kind: to === 'PAID' ? 'PAYOUT_PAID' : 'PAYOUT_RETURNED',
    cause: { type: 'payout', id: payout.id },
    entries: [
      { account: { kind: 'PAYOUT_HELD', userId }, amountCents: -payout.amount_cents },
      { account: target, amountCents: payout.amount_cents },
    ],
  })
}

const SUBJECTS = {
  APPROVED: 'Your payout was approved',
  PAID: 'Your payout was sent',
  REJECTED: 'Your payout was rejected',
  CANCELLED: 'Your payout was cancelled',
}
const TEXTS = {
  APPROVED: 'It will be sent to your bank account soon.',
  PAID: 'It is on its way to your bank account.',
  REJECTED: 'The amount is in your balance again.',
  CANCELLED: 'You took the request back. The amount is in your balance again.',
}
