import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { invalidField } from '../../http/app-error.ts'
import { padResponseTime } from '../throttling/pad-response-time.ts'
import { limitMails } from '../throttling/limit-mails.ts'
import {
  accountWaitingMail,
  alreadyVerifiedMail,
  type MailSite,
  verifyEmailMail,
} from '../../messages/membership-mails.ts'
import { enqueueEmail, enqueueNoEmail, type MailMessage } from '../../messages/enqueue-message.ts'
import { findLink, wasEmailVerifiedBy } from '../codes/consume-link.ts'
import { issueLink, type LinkPurpose } from '../codes/issue-link.ts'

type Input = { email: string; address: string; site: MailSite }
const STEP_MS = 50

/**
 * Mails the verification link again, to an address or to the member of an expired link; to an address that was
 * registered with two passwords the link to choose one, since the first may be a stranger's (docs/decisions/0070). Known,
 * unknown and verified addresses get the same answer after the same work and time.
 */
export const resendEmail = (ctx: Context, input: Input): Promise<void> =>
  padResponseTime(STEP_MS, () => mailLinkAgain(ctx, input))

async function mailLinkAgain(ctx: Context, input: Input): Promise<void> {
  const { email, site } = input
  await limitMails(ctx, input)
  await inTransaction(ctx.db, async (tx) => {
    const member = await tx
      .selectFrom('users')
      .select(['id', 'email_verified_at', 'registered_again_at', 'password_hash'])
      .where('email', '=', email)
      .where('status', '<>', 'DELETED')
      // A registration at this moment decides first which link it may be, and another request which one it is.
      .forNoKeyUpdate()
      .executeTakeFirst()
    // An invited member verifies the address by choosing a password.
    if (!member || (!member.email_verified_at && !member.password_hash)) {
      return enqueueNoEmail(ctx, tx, { to: email, mail: verifyEmailMail(site, ctx.random.id()) })
    }
    const isContested = !member.email_verified_at && member.registered_again_at !== null
    const purpose: LinkPurpose = isContested ? 'RESET_PASSWORD' : 'VERIFY_EMAIL'
    const token = await issueLink(ctx, tx, { userId: member.id, purpose, email })
    await enqueueEmail(ctx, tx, {
      to: email,
      mail: mailFor(input, { member, isContested, token }),
      livesMs: ctx.config.linkLivesMs[purpose],
    })
  })
}

function mailFor(
  { email, site }: Input,
  { member, isContested, token }: { member: { email_verified_at: Date | null }; isContested: boolean; token: string },
): MailMessage {
  if (member.email_verified_at) return alreadyVerifiedMail(site)
  return isContested ? accountWaitingMail(site, token, email) : verifyEmailMail(site, token)
}

/** The address behind a link of a verification mail, for a Retry that knows only its token. */
export async function emailOfLink(ctx: Context, token: string): Promise<string> {
  const link = await findLink(ctx.db, token)
  if (link?.purpose === 'VERIFY_EMAIL') return link.target
  const message = (await wasEmailVerifiedBy(ctx.db, token))
    ? 'Your e-mail address is already verified.'
    : 'This link is not known. Please enter your e-mail address.'
  throw invalidField('token', message)
}
