import { RESERVATION_MAX_MS } from '@verso/protocol/limits'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { lockTrader } from '../../identity/members/lock-member.ts'
import { insertPayment } from '../records/insert-payment.ts'

/** Asks for credits; they are there once the provider has the money. It blocks nothing, so it may take an hour. */
export async function startTopup(
  ctx: Context,
  tx: Tx,
  { userId, amountCents }: { userId: string; amountCents: number },
): Promise<{ paymentId: string }> {
  await lockTrader(tx, userId)
  return { paymentId: await insertPayment(ctx, tx, { userId, kind: 'TOPUP', amountCents, holdMs: RESERVATION_MAX_MS }) }
}
