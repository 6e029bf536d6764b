import type { adminCreateUserBody } from '@verso/protocol/users'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { invalidField } from '../../http/app-error.ts'
import { invitationMail, type MailSite } from '../../messages/membership-mails.ts'
import { enqueueEmail } from '../../messages/enqueue-message.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { UserRow } from '../../identity/members/queries.ts'
import { issueLink } from '../../identity/codes/issue-link.ts'

type Input = {
  /** null: the operator at the command line */
  actorId: string | null
  requestId?: string
  body: z.output<typeof adminCreateUserBody>
  /** undefined: the member is invited by mail and chooses one. */
  passwordHash: string | undefined
  site: MailSite
}

/** An admin's new member. With a password from an admin they may sign in at once; without one they verify the address first. */
export async function createUser(ctx: Context, tx: Tx, input: Input): Promise<UserRow> {
  const { body, passwordHash, site } = input
  const now = ctx.clock.now()
  const user = await tx
    .insertInto('users')
    .values({
      id: ctx.random.id(),
      email: body.username,
      email_verified_at: passwordHash ? now : null,
      password_hash: passwordHash ?? null,
      display_name: body.display_name,
      occupation: body.occupation,
      subscription: body.subscription,
      is_admin: body.is_admin,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').where('status', '<>', 'DELETED').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!user) throw invalidField('username', 'This e-mail address is already registered')
  if (!passwordHash) {
    const token = await issueLink(ctx, tx, { userId: user.id, purpose: 'INVITATION', email: user.email })
    const livesMs = ctx.config.linkLivesMs.INVITATION
    await enqueueEmail(ctx, tx, { to: user.email, mail: invitationMail(site, token, user.email), livesMs })
  }
  const { display_name, occupation, subscription, is_admin } = user
  await recordAudit(ctx, tx, {
    actorId: input.actorId,
    action: 'user.create',
    subject: { type: 'user', id: user.id },
    after: { display_name, occupation, subscription, is_admin, is_invited: !passwordHash },
    requestId: input.requestId,
  })
  return user
}
