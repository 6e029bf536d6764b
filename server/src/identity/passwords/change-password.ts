import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { invalidField } from '../../http/app-error.ts'
import { type MailSite, passwordChangedMail } from '../../messages/membership-mails.ts'
import type { Device } from '../../http/device.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { countFailure, recordSecurityEvent } from '../../audit/security-events.ts'
import { assertNotCommon, hashPassword, isPasswordRight } from './password.ts'
import { takePoint, type Throttle } from '../throttling/throttle.ts'

/** Only a session of the member can use it up, so it is counted for the account alone; right ones too, as each is mailed. */
const currentPasswordBudget = (ctx: Context, userId: string): Throttle => ({
  name: 'password-change',
  subject: userId,
  limit: ctx.config.limits.passwordFailuresPerAccountAndNetwork,
  windowMs: 15 * 60_000,
})

/** Changes the password of a signed-in member, ends all other sessions and tells the owner by mail. */
export async function changePassword(
  ctx: Context,
  input: { userId: string; sessionId: string; current: string; newPassword: string; device: Device; site: MailSite },
): Promise<void> {
  const { userId } = input
  assertNotCommon(input.newPassword, 'new_password')
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await takePoint(ctx, ctx.db, currentPasswordBudget(ctx, userId))
  if (!(await isPasswordRight(input.current, user.password_hash))) {
    await countFailure(ctx, ctx.db, { userId, action: 'password.change-failed', device: input.device })
    throw invalidField('current', 'Wrong password')
  }
  const passwordHash = await hashPassword(input.newPassword)
  await inTransaction(ctx.db, async (tx) => {
    const change = { password_hash: passwordHash, updated_at: ctx.clock.now() }
    // Of simultaneous changes with the same old password one wins.
    const changed = await tx
      .updateTable('users')
      .set(change)
      .where('id', '=', userId)
      .where('password_hash', '=', user.password_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw invalidField('current', 'Wrong password')
    await endAllSessions(ctx, tx, { userId, exceptId: input.sessionId })
    await tx
      .deleteFrom('verification_codes')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'RESET_PASSWORD')
      .execute()
    await recordSecurityEvent(ctx, tx, { userId, action: 'password.change', device: input.device })
    await enqueueEmail(ctx, tx, { to: user.email, mail: passwordChangedMail(input.site) })
  })
  ctx.failpoints.reach('change-password.after-commit')
}
