import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { user } from '../../events/subjects.ts'
import { conflict, notFound } from '../../http/app-error.ts'
import { bankDetailsRemovedMail, type MailSite } from '../../messages/membership-mails.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Device } from '../../http/device.ts'
import { tellOwner } from '../../messages/tell-owner.ts'
import { lockMember } from '../../identity/throttling/lock-member.ts'
import { listFiatAccounts } from './add-fiat-account.ts'

/** Takes bank details away; a request that is not approved yet falls back to another account, or waits for one. */
export async function removeFiatAccount(
  ctx: Context,
  tx: Tx,
  { userId, id, site, device }: { userId: string; id: string; site: MailSite; device: Device },
): Promise<void> {
  await lockMember(tx, userId)
  const own = await tx
    .selectFrom('fiat_accounts')
    .select(['id', 'last4'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!own) throw notFound('Account not found')
  const open = await tx
    .selectFrom('payouts')
    .select(['id', 'status'])
    .where('fiat_account_id', '=', id)
    .where('status', 'in', ['REQUESTED', 'APPROVED'])
    .forUpdate()
    .executeTakeFirst()
  if (open?.status === 'APPROVED')
    throw conflict('An approved payout goes to this account. Remove it once that is paid.')
  const now = ctx.clock.now()
  await tx.updateTable('fiat_accounts').set({ deleted_at: now }).where('id', '=', id).execute()
  if (open) {
    const [other] = await listFiatAccounts(tx, userId)
    await tx
      .updateTable('payouts')
      .set({ fiat_account_id: other?.id ?? null, updated_at: now })
      .where('id', '=', open.id)
      .execute()
  }
  await tellOwner(ctx, tx, userId, bankDetailsRemovedMail(site, own.last4))
  const origin = { userId, device }
  await recordAudit(ctx, tx, {
    actorId: userId,
    action: 'fiat_account.remove',
    subject: { type: 'fiat_account', id },
    origin,
  })
  await recordEvent(ctx, tx, {
    type: 'security.bank_changed',
    subjects: [user(userId)],
    data: { user_id: userId, fiat_account_id: id, change: 'removed' },
  })
}
