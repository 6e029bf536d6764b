import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import {
  accountWaitingMail,
  alreadyRegisteredMail,
  invitationMail,
  type MailSite,
  verifyEmailMail,
} from '../messages/account-mails.ts'
import { enqueueEmail, type MailMessage } from '../messages/enqueue-message.ts'
import { issueLink, type LinkPurpose } from '../verification/issue-link.ts'
import { answerEvenly } from './answer-evenly.ts'
import { assertNotCommon, hashPassword } from './password.ts'
import { networkOf, takePoint } from './throttle.ts'

const HOUR_MS = 3_600_000
/** Hashing takes most of it. */
const STEP_MS = 150

type Input = { email: string; password: string; hasConsented: boolean; address: string; site: MailSite }

/**
 * Registers an address, with the same work and the same answer for one that is known already: its owner gets a mail that
 * says so, and the account stays as it is. Otherwise a stranger's later registration would set the password of an
 * account that its owner then verifies. Whose account an unverified one is shows in the mailbox: the mail holds a link
 * to choose a password.
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
    const member = await insertOrFind(ctx, tx, { ...input, passwordHash })
    const mail = await mailFor(ctx, tx, input, member)
    await enqueueEmail(ctx, tx, { to: input.email, mail })
  })
}

type Registered = { id: string; isNew: boolean; isVerified: boolean; hasPassword: boolean }

/** One statement for a new and a known address; a known account, verified or not, is only read. */
async function insertOrFind(
  ctx: Context,
  tx: Tx,
  input: { email: string; passwordHash: string; hasConsented: boolean },
): Promise<Registered> {
  const now = ctx.clock.now()
  const consentAt = input.hasConsented ? now : null
  const id = ctx.random.id()
  const { rows } = await sql<Registered>`
    insert into users as known (id, email, password_hash, email_consent_at, created_at, updated_at)
    values (${id}, ${input.email}, ${input.passwordHash}, ${consentAt}, ${now}, ${now})
    on conflict (email) where status <> 'DELETED' do update set email = known.email
    returning id, id = ${id} as "isNew", email_verified_at is not null as "isVerified",
      password_hash is not null as "hasPassword"`.execute(tx)
  return rows[0] as Registered
}

/** Each case makes or finds one link and sends one mail, so that none takes longer than another. */
async function mailFor(
  ctx: Context,
  tx: Tx,
  { email, site }: { email: string; site: MailSite },
  member: Registered,
): Promise<MailMessage> {
  const purpose = purposeOf(member)
  const token = await issueLink(ctx, tx, { userId: member.id, purpose, email })
  if (member.isVerified) return alreadyRegisteredMail(site)
  if (purpose === 'INVITATION') return invitationMail(site, token, email)
  return member.isNew ? verifyEmailMail(site, token) : accountWaitingMail(site, token, email)
}

function purposeOf({ isNew, isVerified, hasPassword }: Registered): LinkPurpose {
  if (!hasPassword) return 'INVITATION'
  return isNew || isVerified ? 'VERIFY_EMAIL' : 'RESET_PASSWORD'
}
