import type { TokenPair } from '@verso/protocol/auth'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { AppError, forbidden } from '../../http/app-error.ts'
import type { PasskeySite } from '../auth/factors/passkey-site.ts'
import { checkPasskey, notePasskeyUse } from '../auth/factors/use-passkey.ts'
import type { Viewer } from '../auth/find-viewer.ts'
import type { Device } from '../auth/open-session.ts'
import { clearSecondFactorFailures } from '../auth/second-factor-lock.ts'
import { markSteppedUp } from './step-up.ts'
import { openFullSession } from './verify-otp.ts'

type Answer = { viewer: Viewer; response: unknown; site: PasskeySite }

/** A passkey as the second factor. Nobody can guess one, so it also works while codes are locked. */
export async function verifyPasskey(ctx: Context, input: Answer & { device: Device }): Promise<TokenPair> {
  const { viewer, device } = input
  if (viewer.kind === 'FULL') throw forbidden('You are already signed in')
  const passkey = await checkPasskey(ctx, input)
  return inTransaction(ctx.db, async (tx) => {
    await notePasskeyUse(ctx, tx, passkey)
    await clearSecondFactorFailures(tx, { userId: viewer.userId, sessionId: null })
    const tokens = await openFullSession(ctx, tx, { viewer, device })
    if (!tokens) throw new AppError('unauthorized', { userMessage: 'Please sign in again' })
    return tokens
  })
}

export async function stepUpByPasskey(ctx: Context, input: Answer): Promise<void> {
  const passkey = await checkPasskey(ctx, input)
  await inTransaction(ctx.db, async (tx) => {
    await notePasskeyUse(ctx, tx, passkey)
    await markSteppedUp(ctx, tx, input.viewer.sessionId)
  })
}
