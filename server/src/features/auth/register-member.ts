import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { alreadyRegisteredMail, invitationMail, type MailSite, verifyEmailMail } from '../messages/account-mails.ts'
import { enqueueEmail, type MailMessage } from '../messages/enqueue-message.ts'
import { issueLink } from '../verification/issue-link.ts'
import { answerEvenly } from './answer-evenly.ts'
import { assertNotCommon, hashPassword } from './password.ts'
import { networkOf, takePoint } from './throttle.ts'

const HOUR_MS = 3_600_000
/** Hashing takes most of it. */
const STEP_MS = 150

type Input = { email: string; password: string; hasConsented: boolean; address: string; site: MailSite }

/**
 * Registers an address, with the same work and the same answer for one that is known already: its owner gets a mail
 * that says so. Whoever registered last before the address is verified has set the password, and only the newest link
 * verifies it, so a stranger cannot reserve an address under a password of their own.
 */
export async function registerMember(ctx: Context, input: Input): Promise<void> {
  assertNotCommon(input.password, 'password')
  await takePoint(ctx, ctx.db, {
    name: 'register',
    subject: networkOf(input.address),
    limit: ctx.config.limits.registrationsPerNetworkPerHour,
    windowMs: HOUR_MS,
  })
  await answerEvenly(STEP_MS, () => insertMember(ctx, input))
}

async function insertMember(ctx: Context, input: Input): Promise<void> {
  const passwordHash = await hashPassword(input.password)
  await inTransaction(ctx.db, async (tx) => {
    const member = await insertOrKeep(ctx, tx, { ...input, passwordHash })
    const mail = await mailFor(ctx, tx, input, member)
    await enqueueEmail(ctx, tx, { to: input.email, mail })
  })
}

type Registered = { id: string; isVerified: boolean; hasPassword: boolean }

/** One statement for a new and a known address. An invited member's account has no password yet and gets none here. */
async function insertOrKeep(
  ctx: Context,
  tx: Tx,
  input: { email: string; passwordHash: string; hasConsented: boolean },
): Promise<Registered> {
  const now = ctx.clock.now()
  const consentAt = input.hasConsented ? now : null
  const { rows } = await sql<Registered>`
    insert into users as known (id, email, password_hash, email_consent_at, created_at, updated_at)
    values (${ctx.random.id()}, ${input.email}, ${input.passwordHash}, ${consentAt}, ${now}, ${now})
    on conflict (email) where status <> 'DELETED' do update set
      password_hash = case when known.email_verified_at is null and known.password_hash is not null
        then excluded.password_hash else known.password_hash end,
      email_consent_at = case when known.email_verified_at is null
        then excluded.email_consent_at else known.email_consent_at end
    returning id, email_verified_at is not null as "isVerified", password_hash is not null as "hasPassword"`.execute(tx)
  return rows[0] as Registered
}

async function mailFor(
  ctx: Context,
  tx: Tx,
  { email, site }: { email: string; site: MailSite },
  member: Registered,
): Promise<MailMessage> {
  const isInvited = !member.hasPassword
  const purpose = isInvited ? 'INVITATION' : 'VERIFY_EMAIL'
  const token = await issueLink(ctx, tx, { userId: member.id, purpose, email, isFresh: true })
  if (member.isVerified) return alreadyRegisteredMail(site)
  return isInvited ? invitationMail(site, token, email) : verifyEmailMail(site, token)
}
