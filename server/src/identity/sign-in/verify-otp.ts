import type { TokenPair } from '@verso/protocol/auth'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { user } from '../../events/subjects.ts'
import { AppError, forbidden, invalidField } from '../../http/app-error.ts'
import { describeDevice, type Device } from '../../http/device.ts'
import { lockMember } from '../throttling/lock-member.ts'
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
    // Before anything else: what ends all sessions of the member at the same moment sees this one, or has ended the temporary one.
    await lockMember(tx, viewer.userId)
    const attempt = { userId: viewer.userId, purpose: 'SIGN_IN' as const, otp, device }
    const isPassed = await passSecondFactor(ctx, tx, attempt)
    return isPassed ? openFullSession(ctx, tx, { viewer, device }) : undefined
  })
  ctx.failpoints.reach('verify-otp.after-commit')
  if (!tokens) throw invalidField('otp', 'Invalid OTP')
  return tokens
}

/**
 * Turns the temporary session into a full one. Its row is consumed, so that one password opens one session.
 * @throws AppError unauthorized when it has ended: the second factor that was accepted in this transaction is not used up
 */
export async function openFullSession(
  ctx: Context,
  tx: Tx,
  { viewer, device }: { viewer: Viewer; device: Device },
): Promise<TokenPair> {
  const isEnded = await endSession(ctx, tx, viewer)
  if (!isEnded) throw new AppError('unauthorized', { userMessage: 'Please sign in again' })
  const { userId } = viewer
  const isNewDevice = await hasOnlyOtherDevices(tx, userId, device)
  const { sessionId, tokens } = await openSession(ctx, tx, { userId, kind: 'FULL', device })
  await recordSecurityEvent(ctx, tx, { userId, action: 'sign-in', device })
  const signedIn = { subjects: [user(userId)], data: { user_id: userId, session_id: sessionId } } as const
  await recordEvent(ctx, tx, { type: 'member.signed_in', ...signedIn })
  if (isNewDevice) await recordEvent(ctx, tx, { type: 'security.new_device', ...signedIn })
  await rememberNetwork(ctx, tx, { userId, address: device.address, hasSignedIn: true })
  return tokens
}

/** The sessions that are kept (30 days after their end) are all of other devices; without any this is the first sign-in. */
async function hasOnlyOtherDevices(tx: Tx, userId: string, { userAgent }: Device): Promise<boolean> {
  const sessions = await tx
    .selectFrom('sessions')
    .select('user_agent')
    .distinct()
    .where('user_id', '=', userId)
    .where('kind', '=', 'FULL')
    .execute()
  const known = sessions.map((session) => describeDevice(session.user_agent))
  return known.length > 0 && !known.includes(describeDevice(userAgent))
}
