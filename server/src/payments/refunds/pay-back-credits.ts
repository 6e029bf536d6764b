import { formatCents } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { isUndecided } from '../../identity/deletion/disputes.ts'
import { lockMember } from '../../identity/throttling/lock-member.ts'
import { getBalances } from '../../ledger/queries.ts'
import { takeBackTopup } from './refund-topup.ts'

/**
 * Pays the credits of a member who leaves back to the cards that topped them up, the newest top-up first (docs/decisions/0252).
 * Those that are held, and those that no top-up brought, stay; without any it does nothing.
 * @throws AppError conflict while a bank disputes a payment of the member
 */
export async function payBackCredits(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await lockMember(tx, userId)
  const topups = await lockTopups(tx, userId)
  await assertNotDisputed(tx, userId)
  // Read once the top-ups are locked: an admin who refunds one of them has come before, or waits.
  let { creditCents: leftCents } = await getBalances(tx, userId)
  for (const { id: paymentId, amount_cents } of topups) {
    const amountCents = Math.min(leftCents, amount_cents)
    if (amountCents === 0) return
    const reason = `${formatCents(amountCents)} USD that were left of this top-up were paid back.`
    await takeBackTopup(ctx, tx, { paymentId, userId, amountCents, reason })
    leftCents -= amountCents
  }
}

const lockTopups = (tx: Tx, userId: string) =>
  tx
    .selectFrom('payments')
    .select(['id', 'amount_cents'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'TOPUP')
    .where('status', '=', 'SUCCESS')
    .orderBy('captured_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()

/** Money that the bank may still take back is not paid out as well. */
async function assertNotDisputed(tx: Tx, userId: string): Promise<void> {
  const disputed = await tx
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([isUndecided(eb), eb('freezes_earnings', '=', true)]))
    .executeTakeFirst()
  if (disputed) throw conflict('Your bank disputes a payment. Your credits can be paid back once that is decided.')
}
