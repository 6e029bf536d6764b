import { parseArgs } from 'node:util'
import { email as emailSchema } from '@verso/protocol/auth'
import { inTransaction } from '../db/client.ts'
import { createUser } from '../console/members/create-user.ts'
import { mailSiteOf } from '../messages/mail-site.ts'
import { resetLink } from '../messages/membership-mails.ts'
import { issueLink } from '../identity/codes/issue-link.ts'
import { urlsFor } from '../http/urls.ts'
import { StartupError } from '../errors/startup-error.ts'
import { runCommand } from './run-command.ts'

/** `npm run admin:create -- --email E`: the first admin, and the link to set a password with. */
await runCommand(async (ctx, say) => {
  const { values } = parseArgs({ options: { email: { type: 'string' } } })
  const parsed = emailSchema.safeParse(values.email)
  if (!parsed.success) {
    const fault = values.email ? `“${values.email}” is no e-mail address. ` : ''
    throw new StartupError(`${fault}Say whom: npm run admin:create -- --email you@example.com`)
  }
  const email = parsed.data
  const origin = urlsFor(ctx).public
  const body = { username: email, display_name: 'Admin', occupation: 'Operator', subscription: 1, is_admin: true }
  const site = mailSiteOf(ctx)
  const token = await inTransaction(ctx.db, async (tx) => {
    const existing = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (existing) throw new StartupError(`${email} is registered already. An admin can make it an admin in Users.`)
    const user = await createUser(ctx, tx, { actorId: null, body, passwordHash: undefined, site })
    // The same link that the invitation mail carries.
    return issueLink(ctx, tx, { userId: user.id, purpose: 'INVITATION', email })
  })
  say(
    `\n  ${email} is an admin. Set a password here (once, within ${site.linkLives.INVITATION}):\n\n  ${resetLink(origin, token, email)}\n`,
  )
})
