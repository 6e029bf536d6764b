import type { EventData } from '@verso/protocol/events'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { user } from '../../events/subjects.ts'
import { factorAddedMail, type MailSite } from '../../messages/membership-mails.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Device } from '../../http/device.ts'
import { lockMember } from '../throttling/lock-member.ts'
import { countRecoveryCodes, type FactorRow } from './queries.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/** The effects of every new factor: a mail to the owner, an audit line, and recovery codes when there are none. */
export async function announceFactor(
  ctx: Context,
  tx: Tx,
  { factor, site, device }: { factor: FactorRow; site: MailSite; device: Device },
): Promise<string[]> {
  const { user_id: userId } = factor
  // Of two that are added at once, the first makes the codes.
  await lockMember(tx, userId)
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  await enqueueEmail(ctx, tx, { to: email, mail: factorAddedMail(site, factor.name) })
  const subject = { type: 'user', id: userId }
  const origin = { userId, device }
  await recordAudit(ctx, tx, { actorId: userId, action: 'factor.add', subject, origin, after: { kind: factor.kind } })
  await recordFactorChanged(ctx, tx, { userId, kind: factor.kind, change: 'added' })
  return (await countRecoveryCodes(tx, userId)) > 0 ? [] : makeRecoveryCodes(ctx, tx, userId)
}

type Changed = EventData<'security.factor_changed'>
type Change = { userId: string; kind: Changed['kind']; change: Changed['change'] }

/** Records that the factors which open the account have changed. */
export const recordFactorChanged = (ctx: Context, tx: Tx, { userId, kind, change }: Change): Promise<string> =>
  recordEvent(ctx, tx, {
    type: 'security.factor_changed',
    subjects: [user(userId)],
    data: { user_id: userId, kind, change },
  })
