import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import {
  assertSecondFactorOpen,
  clearSecondFactorFailures,
  countSecondFactorFailure,
} from '../auth/second-factor-lock.ts'
import { tryCode } from './try-code.ts'

/**
 * One try with a second factor. What it opens must happen in the same transaction; a refused try commits its count.
 * @throws AppError too_many_requests while second factors are locked
 */
export async function passSecondFactor(
  ctx: Context,
  tx: Tx,
  input: { userId: string; purpose: 'SIGN_IN' | 'STEP_UP'; otp: string },
): Promise<boolean> {
  const { userId, purpose, otp } = input
  await assertSecondFactorOpen(ctx, tx, userId)
  const { outcome } = await tryCode(ctx, tx, { userId, purpose, code: otp })
  if (outcome === 'accepted') {
    await clearSecondFactorFailures(tx, userId)
    return true
  }
  if (outcome === 'wrong') await countSecondFactorFailure(ctx, tx, userId)
  return false
}
