import type { EventAudit } from '@verso/protocol/events'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { recordEvent } from '../../events/record-event.ts'
import { payout as payoutSubject, user } from '../../events/subjects.ts'
import type { Selectable } from 'kysely'
import type { PayoutsTable } from '../../db/types.gen.ts'

export type PayoutRow = Selectable<PayoutsTable>
export type PayoutStatus = PayoutRow['status']

type Move = {
  payout: PayoutRow
  to: Exclude<PayoutStatus, 'REQUESTED'>
  reason?: string | undefined
  reference?: string | undefined
  /** The operator's line of the audit log; without it the product or the member decided. */
  audit?: EventAudit
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
export async function movePayout(ctx: Context, tx: Tx, { payout, to, reason, reference, audit }: Move): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ status: to, reason: reason ?? null, reference: reference ?? null, updated_at: ctx.clock.now() })
    .where('id', '=', payout.id)
    .where('status', '=', payout.status)
    .execute()
  if (to !== 'APPROVED') await moveHeld(ctx, tx, payout, to)
  const { id, user_id, amount_cents } = payout
  const subjects = [payoutSubject(id), user(user_id)] as const
  const data = { payout_id: id, user_id, amount_cents }
  if (to === 'CANCELLED') await recordEvent(ctx, tx, { type: 'payout.cancelled', subjects, data })
  else await recordEvent(ctx, tx, { type: EVENTS[to], subjects, data: { ...data, reason, reference, audit } })
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

const EVENTS = { APPROVED: 'payout.approved', PAID: 'payout.paid', REJECTED: 'payout.rejected' } as const
