import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict } from '../../http/app-error.ts'
import { assertNotLastAdmin, lockAdmins } from '../members/last-admin.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import { removeUnusedFiles } from '../../media/files/collect-files.ts'
import { accountDeletedMail, type MailSite } from '../../messages/membership-mails.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { recordAudit } from '../../audit/audit.ts'
import { ENDED_UNPAID, findRemaining, remainingInWords } from './find-remaining.ts'

/**
 * Deletes an account: refused while anything of value is left (it says what), else the person is anonymised and the
 * records that the books and the NFTs need are kept.
 */
export async function deleteMe(ctx: Context, tx: Tx, input: { userId: string; site: MailSite }): Promise<void> {
  const { userId, site } = input
  await lockAdmins(tx)
  const user = await tx
    .selectFrom('users')
    .select(['email', 'is_admin'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (user.is_admin) await assertNotLastAdmin(tx, userId)
  await cancelEndedPayments(ctx, tx, userId)
  const { remaining } = await findRemaining(tx, userId)
  if (remaining.length > 0) {
    throw conflict(`Your account cannot be deleted yet. It still has ${remaining.map(remainingInWords).join(', ')}.`)
  }
  await anonymise(ctx, tx, userId)
  await endAllSessions(ctx, tx, { userId })
  await removePersonalRows(ctx, tx, { userId, email: user.email })
  await enqueueEmail(ctx, tx, { to: user.email, mail: accountDeletedMail(site) })
  await recordAudit(ctx, tx, { actorId: userId, action: 'user.delete', subject: { type: 'user', id: userId } })
}

/** Reservations that ran out are cancelled: money that comes late is paid back instead of buying for a member who has left (docs/rules.md R85). */
async function cancelEndedPayments(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ canceled_by_buyer_at: ctx.clock.now() })
    .where('user_id', '=', userId)
    .where('status', 'in', ENDED_UNPAID)
    .where('canceled_by_buyer_at', 'is', null)
    .execute()
}

async function anonymise(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email: `${userId}@deleted.invalid`,
      email_verified_at: null,
      email_consent_at: null,
      time_zone: null,
      password_hash: null,
      phone: null,
      phone_verified_at: null,
      first_name: null,
      last_name: null,
      display_name: null,
      bio: null,
      occupation: null,
      avatar_file_id: null,
      header_image_file_id: null,
      is_admin: false,
      status: 'DELETED',
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', userId)
    .execute()
}

async function removePersonalRows(
  ctx: Context,
  tx: Tx,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  for (const table of [
    'verification_codes',
    'used_links',
    'factors',
    'second_factor_failures',
    'known_networks',
    'audit_origins',
    'failure_counts',
    'favourites',
    'wishlist',
    'notifications',
    'notification_choices',
    'live_frames',
    'idempotency_keys',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await tx
    .deleteFrom('follows')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('followed_id', '=', userId)]))
    .execute()
  await tx.updateTable('sessions').set({ user_agent: '', address: '' }).where('user_id', '=', userId).execute()
  await tx
    .updateTable('fiat_accounts')
    .set({ details_encrypted: Buffer.alloc(0), last4: '', holder_initials: '', deleted_at: ctx.clock.now() })
    .where('user_id', '=', userId)
    .execute()
  // Mails go to the one address; an SMS names its member, also one to a phone that was theirs before.
  await tx
    .deleteFrom('messages')
    .where((eb) => eb.or([eb('recipient', '=', email), eb('user_id', '=', userId)]))
    .execute()
  await removeUnusedFiles(ctx, tx, userId)
  // The remaining files belong to NFTs; their original names do not.
  await tx.updateTable('files').set({ original_name: '' }).where('owner_id', '=', userId).execute()
}
