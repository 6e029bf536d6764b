import type { TokenPair } from '@verso/protocol/auth'
import type { Context } from '../../context.ts'
import { type Db, inTransaction, type Tx } from '../../db/client.ts'
import { AppError, invalidForm } from '../../http/app-error.ts'
import { countFailure } from '../../audit/security-events.ts'
import { sendCode } from '../codes/send-code.ts'
import type { Device } from '../../http/device.ts'
import { listFactors } from '../factors/queries.ts'
import { openSession } from '../sessions/open-session.ts'
import { isPasswordRight } from '../passwords/password.ts'
import { assertSecondFactorOpen } from '../throttling/second-factor-lock.ts'
import { countSignIn, returnSignInPoints, takeSignInPoints } from '../throttling/sign-in-limits.ts'

/**
 * The first factor: opens a temporary session and texts the sign-in code to a member whose phone is verified. An
 * unknown address costs the same work and gets the same answer as a wrong password.
 */
export async function signIn(
  ctx: Context,
  input: { username: string; password: string; device: Device },
): Promise<TokenPair> {
  const email = input.username.trim().toLowerCase()
  const user = await findByEmail(ctx.db, email)
  const failure = { userId: user?.id ?? null, device: input.device }
  const countRefused = async (error: unknown): Promise<never> => {
    if (error instanceof AppError) await countFailure(ctx, ctx.db, { ...failure, action: 'sign-in.refused' })
    throw error
  }
  const { address } = input.device
  const budgets = await takeSignInPoints(ctx, { email, address }).catch(countRefused)
  const isRight = await isPasswordRight(input.password, user?.password_hash)
  if (!user || !isRight) {
    await countFailure(ctx, ctx.db, { ...failure, action: 'sign-in.failed' })
    throw wrongCredentials()
  }
  await countSignIn(ctx, { email, address }).catch(countRefused)
  await returnSignInPoints(ctx, budgets)
  if (!user.email_verified_at) throw emailNotVerified()
  await assertSecondFactorOpen(ctx, ctx.db, { userId: user.id, sessionId: null })
  const opened = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockByPassword(tx, user)
    if (!locked) throw wrongCredentials()
    // Within 30 s of the last code none is sent: the live one stays valid.
    if (locked.phone && locked.phone_verified_at) {
      await sendSignInCode(ctx, tx, { userId: user.id, phone: locked.phone, address })
    }
    const { tokens } = await openSession(ctx, tx, { userId: user.id, kind: 'TEMPORARY', device: input.device })
    return tokens
  })
  ctx.failpoints.reach('sign-in.after-commit')
  return opened
}

/** A member with another second factor can sign in also when no more SMS may be sent. */
async function sendSignInCode(ctx: Context, tx: Tx, input: { userId: string; phone: string; address: string }) {
  try {
    await sendCode(ctx, tx, { ...input, purpose: 'SIGN_IN' })
  } catch (error) {
    const isCapped = error instanceof AppError && error.code === 'too_many_requests'
    if (!isCapped || (await listFactors(tx, input.userId)).length === 0) throw error
  }
}

const wrongCredentials = () => invalidForm('Unable to sign in with these credentials.')

/**
 * Locks the member's row while the session opens.
 * @returns the phone as it is now; undefined when the password has been changed meanwhile
 */
const lockByPassword = (tx: Tx, { id, password_hash }: { id: string; password_hash: string | null }) =>
  tx
    .selectFrom('users')
    .select(['phone', 'phone_verified_at'])
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forUpdate()
    .executeTakeFirst()

const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at'])
    .where('email', '=', email)
    .where('status', '<>', 'DELETED')
    .executeTakeFirst()

const emailNotVerified = () =>
  new AppError('email_not_verified', { fields: { non_field_errors: ['Please verify your e-mail address first.'] } })
