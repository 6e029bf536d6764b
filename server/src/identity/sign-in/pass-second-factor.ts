import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { openCodeBudget } from '../throttling/code-budget.ts'
import type { Device } from '../../http/device.ts'
import { useRecoveryCode } from '../factors/recovery-codes.ts'
import { tryTotp } from '../factors/try-totp.ts'
import {
  clearSecondFactorFailures,
  countSecondFactorFailure,
  lockSecondFactor,
  type SecondFactorScope,
} from '../throttling/second-factor-lock.ts'
import { countFailure, recordSecurityEvent } from '../../audit/security-events.ts'
import { tryCode } from '../codes/try-code.ts'

type Input = { userId: string; otp: string; device: Device } & (
  | { purpose: 'SIGN_IN' }
  /** Given again on this open session. */
  | { purpose: 'STEP_UP'; sessionId: string }
)

const EVENTS = {
  SIGN_IN: { failed: 'sign-in.code-failed', locked: 'sign-in.locked' },
  STEP_UP: { failed: 'step-up.failed', locked: 'step-up.locked' },
} as const

/**
 * One try with a second factor: the code of the SMS, of an authenticator app, or a recovery code. What it opens must
 * happen in the same transaction; a refused try commits its count.
 * @throws AppError too_many_requests while this scope is locked
 */
export async function passSecondFactor(ctx: Context, tx: Tx, input: Input): Promise<boolean> {
  const { userId } = input
  const scope: SecondFactorScope = { userId, sessionId: input.purpose === 'STEP_UP' ? input.sessionId : null }
  await lockSecondFactor(ctx, tx, scope)
  const countForAccount =
    input.purpose === 'SIGN_IN' ? await openCodeBudget(ctx, tx, { userId, address: input.device.address }) : undefined
  const outcome = await tryFactors(ctx, tx, input)
  if (outcome === 'accepted') await clearSecondFactorFailures(tx, scope)
  if (outcome === 'wrong') {
    const { failed, locked } = EVENTS[input.purpose]
    await countFailure(ctx, tx, { userId, action: failed, device: input.device })
    const isLocked = await countSecondFactorFailure(ctx, tx, scope)
    if (isLocked) await recordSecurityEvent(ctx, tx, { userId, action: locked, device: input.device })
    await countForAccount?.()
  }
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
