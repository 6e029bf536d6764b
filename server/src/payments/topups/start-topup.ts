import { MAX_OPEN_TOPUPS, RESERVATION_MAX_MS } from '@verso/protocol/limits'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { lockTrader } from '../../identity/throttling/lock-member.ts'
import { conflict } from '../../http/app-error.ts'
import { LIVE_STATUSES } from '../records/payment-row.ts'
import { insertPayment } from '../records/insert-payment.ts'

/**
 * Asks for credits; they are there once the provider has the money. It blocks nothing, so it may take an hour.
 * @throws AppError conflict while ten are open: each is looked up at the provider until it ends
 */
export async function startTopup(
  ctx: Context,
  tx: Tx,
  { userId, amountCents }: { userId: string; amountCents: number },
): Promise<{ paymentId: string }> {
  // Parallel top-ups of the member count each other.
  await lockTrader(tx, userId)
  await assertFewOpen(tx, userId)
  return { paymentId: await insertPayment(ctx, tx, { userId, kind: 'TOPUP', amountCents, holdMs: RESERVATION_MAX_MS }) }
}

async function assertFewOpen(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'TOPUP')
    .where('status', 'in', LIVE_STATUSES)
    .executeTakeFirstOrThrow()
  if (count >= MAX_OPEN_TOPUPS)
    throw conflict(`You already have ${MAX_OPEN_TOPUPS} open top-ups. Pay or cancel one of them first.`)
}
