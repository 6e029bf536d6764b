import { recordFactorChanged } from './add-factor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../http/app-error.ts'
import { factorRemovedMail, type MailSite } from '../../messages/membership-mails.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Device } from '../../http/device.ts'
import { lockMember } from '../throttling/lock-member.ts'
import { listFactors } from './queries.ts'

/** Removes an authenticator or passkey and tells the owner; with the last one the recovery codes go too. */
export async function removeFactor(
  ctx: Context,
  tx: Tx,
  input: { userId: string; factorId: string; site: MailSite; device: Device },
): Promise<void> {
  const { userId } = input
  // Of the last two, the second to go must see that the first is gone.
  await lockMember(tx, userId)
  const removed = await tx
    .deleteFrom('factors')
    .where('id', '=', input.factorId)
    .where('user_id', '=', userId)
    .where('kind', '<>', 'RECOVERY_CODE')
    .returning(['kind', 'name', 'confirmed_at'])
    .executeTakeFirst()
  if (!removed) throw notFound('Factor not found')
  if (!removed.confirmed_at) return
  if ((await listFactors(tx, userId)).length === 0)
    await tx.deleteFrom('factors').where('user_id', '=', userId).execute()
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  await enqueueEmail(ctx, tx, { to: email, mail: factorRemovedMail(input.site, removed.name) })
  const subject = { type: 'user', id: userId }
  const origin = { userId, device: input.device }
  await recordAudit(ctx, tx, {
    actorId: userId,
    action: 'factor.remove',
    subject,
    origin,
    before: { kind: removed.kind },
  })
  await recordFactorChanged(ctx, tx, { userId, kind: removed.kind, change: 'removed' })
}
