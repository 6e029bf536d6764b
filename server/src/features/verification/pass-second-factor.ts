import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { useRecoveryCode } from '../auth/factors/recovery-codes.ts'
import { tryTotp } from '../auth/factors/try-totp.ts'
import { clearSecondFactorFailures, countSecondFactorFailure, lockSecondFactor } from '../auth/second-factor-lock.ts'
import { tryCode } from './try-code.ts'

type Input = { userId: string; purpose: 'SIGN_IN' | 'STEP_UP'; otp: string }

/**
 * One try with a second factor: the code of the SMS, of an authenticator app, or a recovery code. What it opens must
 * happen in the same transaction; a refused try commits its count.
 * @throws AppError too_many_requests while second factors are locked
 */
export async function passSecondFactor(ctx: Context, tx: Tx, input: Input): Promise<boolean> {
  await lockSecondFactor(ctx, tx, input.userId)
  const outcome = await tryFactors(ctx, tx, input)
  if (outcome === 'accepted') await clearSecondFactorFailures(tx, input.userId)
  if (outcome === 'wrong') await countSecondFactorFailure(ctx, tx, input.userId)
  return outcome === 'accepted'
}

async function tryFactors(
  ctx: Context,
  tx: Tx,
  { userId, purpose, otp }: Input,
): Promise<'accepted' | 'spent' | 'wrong'> {
  const isRecoveryCode = !/^\d{6}$/.test(otp)
  if (isRecoveryCode) return useRecoveryCode(ctx, tx, { userId, code: otp })
  // The app's first: a wrong guess there leaves no trace, while one against the SMS uses up a try.
  const byApp = await tryTotp(ctx, tx, { userId, code: otp })
  if (byApp !== 'wrong') return byApp
  return (await tryCode(ctx, tx, { userId, purpose, code: otp })).outcome
}
