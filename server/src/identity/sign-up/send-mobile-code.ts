import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
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
  const sentTo = await inTransaction(ctx.db, async (tx) => {
    const { purpose, phone } = await chooseCode(ctx, tx, { viewer, newPhone: input.phone })
    await sendCodeOrRefuse(ctx, tx, { userId: viewer.userId, purpose, phone, address })
    return phone
  })
  ctx.failpoints.reach('send-code.after-commit')
  return sentTo
}

/** Locks the member's row: while the phone is being replaced, the code waits for the new one. */
async function chooseCode(
  ctx: Context,
  tx: Tx,
  { viewer, newPhone }: { viewer: Viewer; newPhone: string | undefined },
): Promise<{ purpose: CodePurpose; phone: string }> {
  const user = await tx
    .selectFrom('users')
    .select(['phone', 'phone_verified_at'])
    .where('id', '=', viewer.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isVerified = user.phone_verified_at !== null
  if (newPhone) {
    if (isVerified) assertMayChangePhone(ctx, viewer)
    return { purpose: 'VERIFY_MOBILE', phone: parsePhone(ctx, newPhone) }
  }
  if (isVerified && user.phone && viewer.kind === 'TEMPORARY') return { purpose: 'SIGN_IN', phone: user.phone }
  const pending = await findPendingPhone(tx, viewer.userId)
  if (!pending) throw invalidField('phone', 'Required')
  return { purpose: 'VERIFY_MOBILE', phone: pending }
}

/** @throws AppError unless a full session has given its second factor */
export function assertMayChangePhone(ctx: Context, viewer: Viewer): void {
  if (viewer.kind !== 'FULL') throw forbidden('Sign in with your code before you change your phone')
  assertSteppedUp(ctx, viewer)
}

async function findPendingPhone(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('verification_codes')
    .select('target')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'VERIFY_MOBILE')
    .executeTakeFirst()
  return row?.target
}
