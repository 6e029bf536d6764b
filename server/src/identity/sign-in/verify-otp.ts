import type { TokenPair } from '@verso/protocol/auth'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { forbidden, invalidField } from '../../http/app-error.ts'
import type { Device } from '../../http/device.ts'
import { endSession } from '../sessions/end-sessions.ts'
import { rememberNetwork } from '../throttling/known-networks.ts'
import { openSession } from '../sessions/open-session.ts'
import { recordSecurityEvent } from '../../audit/security-events.ts'
import type { Viewer } from '../../http/viewer.ts'
import { passSecondFactor } from './pass-second-factor.ts'

/** The second factor: ends the temporary session and opens the full one. */
export async function verifyOtp(
  ctx: Context,
  input: { viewer: Viewer; otp: string; device: Device },
): Promise<TokenPair> {
  const { viewer, otp, device } = input
  if (viewer.kind === 'FULL') throw forbidden('You are already signed in')
  const tokens = await inTransaction(ctx.db, async (tx) => {
    const attempt = { userId: viewer.userId, purpose: 'SIGN_IN' as const, otp, device }
    const isPassed = await passSecondFactor(ctx, tx, attempt)
    return isPassed ? openFullSession(ctx, tx, { viewer, device }) : undefined
  })
  ctx.failpoints.reach('verify-otp.after-commit')
  if (!tokens) throw invalidField('otp', 'Invalid OTP')
  return tokens
}

/** Turns the temporary session into a full one. Its row is consumed, so that one password opens one session. */
export async function openFullSession(
  ctx: Context,
  tx: Tx,
  { viewer, device }: { viewer: Viewer; device: Device },
): Promise<TokenPair | undefined> {
  if (!(await endSession(ctx, tx, viewer))) return undefined
  const { tokens } = await openSession(ctx, tx, { userId: viewer.userId, kind: 'FULL', device })
  await recordSecurityEvent(ctx, tx, { userId: viewer.userId, action: 'sign-in', device })
  await rememberNetwork(ctx, tx, { userId: viewer.userId, address: device.address, hasSignedIn: true })
  return tokens
}
