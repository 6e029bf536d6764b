import { recordFactorChanged } from '../../identity/factors/add-factor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../http/app-error.ts'
import { endAllSessions } from '../../identity/sessions/end-sessions.ts'
import { clearAllSecondFactorFailures } from '../../identity/throttling/second-factor-lock.ts'
import { factorsResetMail, type MailSite } from '../../messages/membership-mails.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { recordAudit } from '../../audit/audit.ts'

/**
 * For a member who has lost phone and factors: everything that could be the second one is removed and all sessions end;
 * after the next sign-in a phone is added as after registration. The owner is told by mail.
 */
export async function resetFactors(
  ctx: Context,
  tx: Tx,
  input: { actorId: string; requestId: string; userId: string; note: string; site: MailSite },
): Promise<void> {
  const { userId } = input
  const user = await tx
    .updateTable('users')
    .set({ phone: null, phone_verified_at: null, updated_at: ctx.clock.now() })
    .where('id', '=', userId)
    .where('status', '<>', 'DELETED')
    .returning('email')
    .executeTakeFirst()
  if (!user) throw notFound('User not found')
  await tx.deleteFrom('factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('verification_codes').where('user_id', '=', userId).execute()
  await clearAllSecondFactorFailures(tx, userId)
  await endAllSessions(ctx, tx, { userId })
  await enqueueEmail(ctx, tx, { to: user.email, mail: factorsResetMail(input.site) })
  const { actorId, requestId } = input
  await recordAudit(ctx, tx, {
    actorId,
    action: 'user.reset-factors',
    subject: { type: 'user', id: userId },
    after: { note: input.note },
    requestId,
  })
  await recordFactorChanged(ctx, tx, { userId, kind: 'ALL', change: 'reset' })
}
