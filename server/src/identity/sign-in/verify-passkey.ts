import type { TokenPair } from '@verso/protocol/auth'
import type { FailureAction } from '@verso/protocol/users/security-events'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { AppError, forbidden } from '../../http/app-error.ts'
import type { Device } from '../../http/device.ts'
import type { PasskeySite } from '../factors/passkey-site.ts'
import { lockMember } from '../throttling/lock-member.ts'
import { clearSecondFactorFailures } from '../throttling/second-factor-lock.ts'
import { countFailure } from '../../audit/security-events.ts'
import { checkPasskey, notePasskeyUse } from '../factors/use-passkey.ts'
import type { Viewer } from '../../http/viewer.ts'
import { markSteppedUp } from './step-up.ts'
import { openFullSession } from './verify-otp.ts'

type Answer = { viewer: Viewer; response: unknown; site: PasskeySite; device: Device }

/**
 * A passkey as the second factor. It cannot be guessed, so a sign-in that was begun before codes were locked goes on with
 * it, and ends the lock; a new one waits, or is unlocked by a reset (docs/rules.md R54).
 */
export async function verifyPasskey(ctx: Context, input: Answer): Promise<TokenPair> {
  const { viewer, device } = input
  if (viewer.kind === 'FULL') throw forbidden('You are already signed in')
  const passkey = await checkOrCount(ctx, input, 'sign-in.code-failed')
  return inTransaction(ctx.db, async (tx) => {
    await lockMember(tx, viewer.userId)
    await notePasskeyUse(ctx, tx, passkey)
    await clearSecondFactorFailures(tx, { userId: viewer.userId, sessionId: null })
    return openFullSession(ctx, tx, { viewer, device })
  })
}

const checkOrCount = (ctx: Context, input: Answer, action: FailureAction) =>
  checkPasskey(ctx, input).catch(async (error: unknown) => {
    if (error instanceof AppError)
      await countFailure(ctx, ctx.db, { userId: input.viewer.userId, action, device: input.device })
    throw error
  })

export async function stepUpByPasskey(ctx: Context, input: Answer): Promise<void> {
  const passkey = await checkOrCount(ctx, input, 'step-up.failed')
  await inTransaction(ctx.db, async (tx) => {
    await notePasskeyUse(ctx, tx, passkey)
    await markSteppedUp(ctx, tx, input.viewer.sessionId)
  })
}
