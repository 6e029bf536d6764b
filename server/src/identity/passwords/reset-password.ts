import { recordRegistered } from '../codes/record-registered.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { invalidField } from '../../http/app-error.ts'
import { type MailSite, passwordChangedMail } from '../../messages/membership-mails.ts'
import { clearCodeBudget } from '../throttling/code-budget.ts'
import { consumeLink, endLinks, findLink } from '../codes/consume-link.ts'
import { liftMemberCap } from '../codes/limit-sms.ts'
import type { Device } from '../../http/device.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { rememberNetwork } from '../throttling/known-networks.ts'
import { recordSecurityEvent } from '../../audit/security-events.ts'
import { assertNotCommon, hashPassword } from './password.ts'
import { clearAllSecondFactorFailures } from '../throttling/second-factor-lock.ts'
import { clearAccountBudgets } from '../throttling/sign-in-limits.ts'

const invalidLink = () => invalidField('token', 'This link is not valid or has expired.')

/**
 * Sets a new password with the link of a reset or an invitation mail. It proves the address, ends every session and
 * every other link, lifts the second-factor lock, the budgets of failures and the cap on codes, makes the network a known one, and tells
 * the owner. The phone and the factors stay as they are, unless the address was not verified before: then they may be a stranger's.
 */
export async function resetPassword(
  ctx: Context,
  input: { token: string; email: string; newPassword: string; device: Device; site: MailSite },
): Promise<void> {
  const { token, email } = input
  assertNotCommon(input.newPassword, 'new_password')
  // The link is checked first, so that a request without one costs no hash.
  if (!(await findLink(ctx.db, token))) throw invalidLink()
  const passwordHash = await hashPassword(input.newPassword)
  await inTransaction(ctx.db, async (tx) => {
    const link = await consumeLink(ctx, tx, { token, email, purposes: ['RESET_PASSWORD', 'INVITATION'] })
    if (!link) throw invalidLink()
    await forgetUnproved(tx, link.userId)
    await recordRegistered(ctx, tx, link.userId)
    const { phone } = await setPassword(ctx, tx, link.userId, passwordHash)
    await endAllSessions(ctx, tx, { userId: link.userId })
    await endLinks(ctx, tx, link.userId)
    await clearAllSecondFactorFailures(tx, link.userId)
    await clearCodeBudget(ctx, tx, link.userId)
    if (phone) await liftMemberCap(ctx, tx, { userId: link.userId, phone })
    await clearAccountBudgets(ctx, tx, { email, address: input.device.address })
    await rememberNetwork(ctx, tx, { userId: link.userId, address: input.device.address, hasSignedIn: false })
    await recordSecurityEvent(ctx, tx, { userId: link.userId, action: 'password.reset', device: input.device })
    await enqueueEmail(ctx, tx, { to: email, mail: passwordChangedMail(input.site) })
  })
  ctx.failpoints.reach('reset-password.after-commit')
}

function setPassword(ctx: Context, tx: Tx, userId: string, passwordHash: string): Promise<{ phone: string | null }> {
  const now = ctx.clock.now()
  return tx
    .updateTable('users')
    .set((eb) => ({
      password_hash: passwordHash,
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)),
      registered_again_at: null,
      updated_at: now,
    }))
    .where('id', '=', userId)
    .returning('phone')
    .executeTakeFirstOrThrow()
}

/** Of an unverified address: its phone, other second factors and consent to e-mails may be a stranger's. */
async function forgetUnproved(tx: Tx, userId: string): Promise<void> {
  const unproved = await tx
    .updateTable('users')
    .set({ phone: null, phone_verified_at: null, email_consent_at: null })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!unproved) return
  await tx.deleteFrom('factors').where('user_id', '=', userId).execute()
  const purposes = ['VERIFY_MOBILE', 'SIGN_IN', 'STEP_UP'] as const
  await tx.deleteFrom('verification_codes').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}
