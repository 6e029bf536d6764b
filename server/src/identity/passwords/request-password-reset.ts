import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { invitationMail, type MailSite, resetPasswordMail } from '../../messages/membership-mails.ts'
import { enqueueEmail, enqueueNoEmail } from '../../messages/enqueue-message.ts'
import { issueLink } from '../codes/issue-link.ts'
import { padResponseTime } from '../throttling/pad-response-time.ts'
import { limitMails } from '../throttling/limit-mails.ts'

type Input = { email: string; address: string; site: MailSite }
const STEP_MS = 50

/** Mails a reset link to a member; an unknown address gets the same answer after the same work and time. */
export const requestPasswordReset = (ctx: Context, input: Input): Promise<void> =>
  padResponseTime(STEP_MS, () => mailResetLink(ctx, input))

async function mailResetLink(ctx: Context, input: Input): Promise<void> {
  const { email, site } = input
  await limitMails(ctx, input)
  await inTransaction(ctx.db, async (tx) => {
    const member = await tx
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where('email', '=', email)
      .where('status', '<>', 'DELETED')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!member) return enqueueNoEmail(ctx, tx, { to: email, mail: resetPasswordMail(site, ctx.random.id(), email) })
    const isInvited = member.password_hash === null
    const purpose = isInvited ? 'INVITATION' : 'RESET_PASSWORD'
    const token = await issueLink(ctx, tx, { userId: member.id, purpose, email })
    const mail = isInvited ? invitationMail(site, token, email) : resetPasswordMail(site, token, email)
    await enqueueEmail(ctx, tx, { to: email, mail, livesMs: ctx.config.linkLivesMs[purpose] })
  })
}
