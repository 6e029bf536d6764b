import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict, notFound } from '../../http/app-error.ts'
import { movePayout } from '../earnings/move-payout.ts'
import { getPayout, lockPayout, type PayoutWithAccount } from './queries.ts'

/** The member cancels a request that is not approved yet; a repeat changes nothing. */
export async function cancelPayout(
  ctx: Context,
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<PayoutWithAccount> {
  const payout = await lockPayout(tx, id)
  if (payout?.user_id !== userId) throw notFound('Payout not found')
  if (payout.status === 'CANCELLED') return getPayout(tx, id)
  if (payout.status !== 'REQUESTED') throw conflict('This payout can no longer be cancelled')
  await movePayout(ctx, tx, { payout, to: 'CANCELLED' })
  return getPayout(tx, id)
}
