import type { payoutDecisionBody } from '@verso/protocol/operations/admin'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { AppError, conflict, notFound } from '../../http/app-error.ts'
import { areEarningsFrozen } from '../earnings/earnings-holds.ts'
import { movePayout, PAYOUT_TRANSITIONS } from '../earnings/move-payout.ts'
import { findRestored } from '../../settings/restored.ts'
import { getPayout, lockPayout, type PayoutWithAccount } from './queries.ts'

type Decision = { id: string; adminId: string; requestId: string; body: z.output<typeof payoutDecisionBody> }

/** An admin approves, marks paid with a reference, or rejects with a reason; then the money returns. */
export async function decidePayout(
  ctx: Context,
  tx: Tx,
  { id, adminId, requestId, body }: Decision,
): Promise<PayoutWithAccount> {
  const payout = await lockPayout(tx, id)
  if (!payout) throw notFound('Payout not found')
  const { status: to, reason, reference } = body
  if (payout.status === to) {
    // Another reference would be lost, and with it the trace of a second transfer.
    if (to === 'PAID' && payout.reference !== reference)
      throw conflict(`This payout was already marked paid, with the reference ${payout.reference}`)
    return getPayout(tx, id)
  }
  if (body.updated_at !== undefined && Date.parse(body.updated_at) !== payout.updated_at.getTime())
    throw conflict('This payout has changed since it was shown. Look at it again, then decide.')
  if (!PAYOUT_TRANSITIONS[payout.status].includes(to))
    throw conflict(`A payout that is ${payout.status} cannot become ${to}`)
  if (to === 'APPROVED' && !payout.fiat_account_id) throw conflict('Bank details needed')
  if (to === 'APPROVED') await assertPayoutsAreEntered(tx)
  if (to === 'APPROVED' && (await areEarningsFrozen(tx, payout.user_id)))
    throw conflict('A chargeback has frozen what this member has earned: decide it first')
  if (to === 'PAID' && !body.already_sent && (await areEarningsFrozen(tx, payout.user_id))) {
    throw new AppError('earnings_frozen', {
      userMessage:
        'A chargeback has frozen what this member has earned. Reject the payout, unless the bank has sent it',
    })
  }
  await movePayout(ctx, tx, {
    payout,
    to,
    reason,
    reference,
    audit: {
      actor_id: adminId,
      action: 'payout.decide',
      request_id: requestId,
      before: { status: payout.status, reason: payout.reason, reference: payout.reference },
      after: { status: to, reason: reason ?? null, reference: reference ?? null },
    },
  })
  return getPayout(tx, id)
}

/** Payouts made after the backup stand in the bank's books alone: until they are entered no other is decided, so that none is paid twice. */
async function assertPayoutsAreEntered(tx: Tx): Promise<void> {
  const restored = await findRestored(tx)
  if (!restored || restored.payoutsEnteredAt) return
  throw conflict(
    `A backup of ${restored.madeAt.toISOString()} was restored. First enter the payouts that the bank has made since, with the command restore:payouts`,
  )
}
