import { recordEvent } from '../../events/record-event.ts'
import { user as userSubject } from '../../events/subjects.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { invalidField } from '../../http/app-error.ts'
import { type MailSite, phoneChangedMail } from '../../messages/membership-mails.ts'
import type { Device } from '../../http/device.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { countFailure, recordSecurityEvent } from '../../audit/security-events.ts'
import type { Viewer } from '../../http/viewer.ts'
import { assertMayChangePhone } from './send-mobile-code.ts'
import { wasJustSpent } from '../codes/spent-secrets.ts'
import { tryCode } from '../codes/try-code.ts'

/** Verifies the phone that the code was sent to: a member's first, or a new one (then the owner is told by mail). */
export async function verifyMobile(
  ctx: Context,
  input: { viewer: Viewer; code: string; site: MailSite; device: Device },
): Promise<void> {
  const { viewer, code, site } = input
  const isVerified = await inTransaction(ctx.db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['email', 'phone_verified_at'])
      .where('id', '=', viewer.userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const attempt = { userId: viewer.userId, purpose: 'VERIFY_MOBILE' as const, code }
    if (user.phone_verified_at) {
      // Sent again since the answer was lost: done already, as with a used link.
      if (viewer.kind === 'TEMPORARY' && (await wasJustSpent(ctx, tx, attempt))) return true
      assertMayChangePhone(ctx, viewer)
    }
    const tried = await tryCode(ctx, tx, attempt)
    if (tried.outcome === 'wrong') {
      await countFailure(ctx, tx, { userId: viewer.userId, action: 'phone.code-failed', device: input.device })
    }
    if (tried.outcome !== 'accepted') return false
    await savePhone(ctx, tx, viewer.userId, tried.target)
    await recordSecurityEvent(ctx, tx, { userId: viewer.userId, action: 'user.verify-phone', device: input.device })
    const { userId } = viewer
    const event = { subjects: [userSubject(userId)], data: { user_id: userId } } as const
    if (user.phone_verified_at) await enqueueEmail(ctx, tx, { to: user.email, mail: phoneChangedMail(site) })
    const type = user.phone_verified_at ? 'security.phone_changed' : 'member.verified'
    await recordEvent(ctx, tx, { type, ...event })
    return true
  })
  ctx.failpoints.reach('verify-mobile.after-commit')
  if (!isVerified) throw invalidField('token', 'Invalid OTP')
}

async function savePhone(ctx: Context, tx: Tx, userId: string, phone: string): Promise<void> {
  const now = ctx.clock.now()
  await tx
    .updateTable('users')
    .set({ phone, phone_verified_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute()
  // Codes sent to the old phone are no longer accepted.
  await tx
    .deleteFrom('verification_codes')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['SIGN_IN', 'STEP_UP'])
    .execute()
}
