import type { adminUpdateUserBody } from '@verso/protocol/users'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { assertSteppedUp } from '../../http/access.ts'
import { notFound } from '../../http/app-error.ts'
import type { Viewer } from '../../http/viewer.ts'
import { suspensionEndedMail, type MailSite } from '../../messages/membership-mails.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { recordAudit } from '../../audit/audit.ts'
import { assertNotLastAdmin, lockAdmins } from '../../identity/members/last-admin.ts'
import type { UserRow } from '../../identity/members/queries.ts'
import { suspendMember } from './suspend-member.ts'

type Input = {
  viewer: Viewer
  requestId: string
  userId: string
  change: z.output<typeof adminUpdateUserBody>
  site: MailSite
}

/** An admin's change of a member. Making or unmaking an admin needs a step-up, and the last admin stays one. */
export async function updateUser(ctx: Context, tx: Tx, input: Input): Promise<UserRow> {
  const { viewer, userId, change } = input
  await lockAdmins(tx)
  const before = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('status', '<>', 'DELETED')
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw notFound('User not found')
  if (changesAdmin(before, change)) assertSteppedUp(ctx, viewer)
  const losesAdmin = change.is_admin === false || change.status === 'SUSPENDED'
  if (before.is_admin && losesAdmin) await assertNotLastAdmin(tx, userId)
  const after = await tx
    .updateTable('users')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await followStatus(ctx, tx, { before, after, site: input.site })
  await recordAudit(ctx, tx, {
    actorId: viewer.userId,
    action: 'user.update',
    subject: { type: 'user', id: userId },
    before: auditedFields(before),
    after: auditedFields(after),
    requestId: input.requestId,
  })
  return after
}

/** An admin who is suspended is none meanwhile. */
function changesAdmin(before: UserRow, change: Input['change']): boolean {
  const { is_admin = before.is_admin, status = before.status } = change
  return is_admin !== before.is_admin || (before.is_admin && status !== before.status)
}

/** The effects of a suspension, or of its end. */
async function followStatus(
  ctx: Context,
  tx: Tx,
  { before, after, site }: { before: UserRow; after: UserRow; site: MailSite },
): Promise<void> {
  if (before.status === after.status) return
  if (after.status === 'SUSPENDED') return suspendMember(ctx, tx, { user: after, site })
  await enqueueEmail(ctx, tx, { to: after.email, mail: suspensionEndedMail(site) })
}

const auditedFields = ({ display_name, occupation, subscription, is_admin, status }: UserRow) => ({
  display_name,
  occupation,
  subscription,
  is_admin,
  status,
})
