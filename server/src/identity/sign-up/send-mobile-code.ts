import type { Context } from '../../context.ts'
import { type Db, inTransaction } from '../../db/client.ts'
import { assertSteppedUp } from '../../http/access.ts'
import { forbidden, invalidField } from '../../http/app-error.ts'
import type { Viewer } from '../../http/viewer.ts'
import { parsePhone } from '../codes/parse-phone.ts'
import type { CodePurpose } from '../codes/limit-sms.ts'
import { sendCodeOrRefuse } from '../codes/send-code.ts'

/**
 * `resend-mobile` (docs/rules.md R57). With a phone: the code for a first phone, or, with a full token and
 * step-up, for a new one; a password alone never changes a verified phone. Without: the current code once more.
 * @returns the phone that it goes to
 */
export async function sendMobileCode(
  ctx: Context,
  input: { viewer: Viewer; phone: string | undefined; address: string },
): Promise<string> {
  const { viewer, address } = input
  const { purpose, phone } = await chooseCode(ctx, viewer, input.phone)
  await inTransaction(ctx.db, (tx) => sendCodeOrRefuse(ctx, tx, { userId: viewer.userId, purpose, phone, address }))
  ctx.failpoints.reach('send-code.after-commit')
  return phone
}

async function chooseCode(
  ctx: Context,
  viewer: Viewer,
  newPhone: string | undefined,
): Promise<{ purpose: CodePurpose; phone: string }> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['phone', 'phone_verified_at'])
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow()
  const isVerified = user.phone_verified_at !== null
  if (newPhone) {
    if (isVerified) assertMayChangePhone(ctx, viewer)
    return { purpose: 'VERIFY_MOBILE', phone: parsePhone(ctx, newPhone) }
  }
  if (isVerified && user.phone && viewer.kind === 'TEMPORARY') return { purpose: 'SIGN_IN', phone: user.phone }
  const pending = await findPendingPhone(ctx.db, viewer.userId)
  if (!pending) throw invalidField('phone', 'Required')
  return { purpose: 'VERIFY_MOBILE', phone: pending }
}

/** @throws AppError unless a full session has given its second factor */
export function assertMayChangePhone(ctx: Context, viewer: Viewer): void {
  if (viewer.kind !== 'FULL') throw forbidden('Sign in with your code before you change your phone')
  assertSteppedUp(ctx, viewer)
}

async function findPendingPhone(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('verification_codes')
    .select('target')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'VERIFY_MOBILE')
    .executeTakeFirst()
  return row?.target
}
