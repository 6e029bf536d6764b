import { recordFactorChanged } from './add-factor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { type MailSite, recoveryCodesMadeMail } from '../../messages/membership-mails.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Device } from '../../http/device.ts'
import { lockMember } from '../throttling/lock-member.ts'
import { listFactors } from './queries.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/**
 * A new set of recovery codes on the member's own wish; the owner is told by mail.
 * @throws AppError conflict for a member without a factor
 */
export async function renewRecoveryCodes(
  ctx: Context,
  tx: Tx,
  { userId, site, device }: { userId: string; site: MailSite; device: Device },
): Promise<string[]> {
  await lockMember(tx, userId)
  if ((await listFactors(tx, userId)).length === 0) throw conflict('Add an authenticator app or a passkey first')
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  await enqueueEmail(ctx, tx, { to: email, mail: recoveryCodesMadeMail(site) })
  const subject = { type: 'user', id: userId }
  const origin = { userId, device }
  await recordAudit(ctx, tx, { actorId: userId, action: 'factor.renew-recovery-codes', subject, origin })
  await recordFactorChanged(ctx, tx, { userId, kind: 'RECOVERY_CODE', change: 'renewed' })
  return makeRecoveryCodes(ctx, tx, userId)
}
