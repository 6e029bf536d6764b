import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import {
  accountWaitingMail,
  alreadyRegisteredMail,
  invitationMail,
  type MailSite,
  verifyEmailMail,
} from '../../messages/membership-mails.ts'
import { enqueueEmail, type MailMessage } from '../../messages/enqueue-message.ts'
import { issueLink, type LinkPurpose } from '../codes/issue-link.ts'
import { padResponseTime } from '../throttling/pad-response-time.ts'
import { assertNotCommon, hashPassword, isPasswordRight } from '../passwords/password.ts'
import { networkOf } from '../../http/network-of.ts'
import { takePoint } from '../throttling/throttle.ts'

const HOUR_MS = 3_600_000
/** Hashing and verifying take most of it. */
const STEP_MS = 150

type Input = { email: string; password: string; hasConsented: boolean; address: string; site: MailSite }

/**
 * Registers an address, with the same work and the same answer for one that is known already: its owner gets a mail that
 * says so, and the account keeps its password. Otherwise a stranger's later registration would set the password of an
 * account that its owner then verifies. The other way round, a stranger may have come first: so once an unverified
 * address is registered with a second password, its links verify nothing any more. Whose account it is shows in the
 * mailbox: the mail holds a link to choose a password (docs/decisions/0070).
 */
export async function registerMember(ctx: Context, input: Input): Promise<void> {
  assertNotCommon(input.password, 'password')
  await takePoint(ctx, ctx.db, {
    name: 'register',
    subject: networkOf(input.address),
    limit: ctx.config.limits.registrationsPerNetworkPerHour,
    windowMs: HOUR_MS,
  })
  await padResponseTime(STEP_MS, () => insertMember(ctx, input))
}

async function insertMember(ctx: Context, input: Input): Promise<void> {
  const newHash = await hashPassword(input.password)
  // For a new member, too: each case hashes once and verifies once.
  let seen = await verifySeen(input, await findPasswordHash(ctx, input.email, newHash))
  for (;;) {
    const foundHash = await inTransaction(ctx.db, (tx) => register(ctx, tx, { ...input, newHash, seen }))
    if (foundHash === seen.hash) break
    // Verified outside, since a transaction holds a connection and the row of the address: many who come at once would wait in line.
    seen = await verifySeen(input, foundHash)
  }
  ctx.failpoints.reach('register-member.after-commit')
}

type Seen = { hash: string | null; isPassword: boolean }

const verifySeen = async ({ password }: Input, hash: string | null): Promise<Seen> => ({
  hash,
  isPassword: await isPasswordRight(password, hash),
})

/**
 * @returns the hash that stands in the account: `seen.hash`, or another one, with nothing done, for the address has just been
 *   registered by another person, or its owner has changed the password
 */
async function register(ctx: Context, tx: Tx, input: Input & { newHash: string; seen: Seen }): Promise<string | null> {
  const { email, seen } = input
  const member = await insertOrFind(ctx, tx, input)
  if (member.passwordHash !== seen.hash) return member.passwordHash
  const purpose = purposeOf(member, seen.isPassword)
  if (purpose === 'RESET_PASSWORD') await markRegisteredAgain(ctx, tx, member.id)
  const token = await issueLink(ctx, tx, { userId: member.id, purpose, email })
  const livesMs = ctx.config.linkLivesMs[purpose]
  await enqueueEmail(ctx, tx, { to: email, mail: mailFor(input, { member, purpose, token }), livesMs })
  return seen.hash
}

/** @returns null for an account without a password, `newHash` for an address without an account */
async function findPasswordHash(ctx: Context, email: string, newHash: string): Promise<string | null> {
  const member = await ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', email)
    .where('status', '<>', 'DELETED')
    .executeTakeFirst()
  return member ? member.password_hash : newHash
}

type Registered = { id: string; isVerified: boolean; isRegisteredAgain: boolean; passwordHash: string | null }

/** One statement for a new and a known address; a known account, verified or not, is only read. */
async function insertOrFind(
  ctx: Context,
  tx: Tx,
  input: { email: string; newHash: string; hasConsented: boolean },
): Promise<Registered> {
  const now = ctx.clock.now()
  const consentAt = input.hasConsented ? now : null
  const { rows } = await sql<Registered>`
    insert into users as known (id, email, password_hash, email_consent_at, created_at, updated_at)
    values (${ctx.random.id()}, ${input.email}, ${input.newHash}, ${consentAt}, ${now}, ${now})
    on conflict (email) where status <> 'DELETED' do update set email = known.email
    returning id, email_verified_at is not null as "isVerified", registered_again_at is not null as "isRegisteredAgain",
      password_hash as "passwordHash"`.execute(tx)
  return rows[0] as Registered
}

/** Each case makes or finds one link and sends one mail, so that none takes longer than another. */
function purposeOf({ isVerified, isRegisteredAgain, passwordHash }: Registered, isSamePassword: boolean): LinkPurpose {
  if (passwordHash === null) return 'INVITATION'
  // The same password: the same person has sent the form twice.
  return isVerified || (isSamePassword && !isRegisteredAgain) ? 'VERIFY_EMAIL' : 'RESET_PASSWORD'
}

function mailFor(
  { email, site }: Input,
  { member, purpose, token }: { member: Registered; purpose: LinkPurpose; token: string },
): MailMessage {
  if (member.isVerified) return alreadyRegisteredMail(site)
  if (purpose === 'INVITATION') return invitationMail(site, token, email)
  return purpose === 'VERIFY_EMAIL' ? verifyEmailMail(site, token) : accountWaitingMail(site, token, email)
}

/** The link on its way verified the first password: it expires, so that Retry still knows whose it was. */
async function markRegisteredAgain(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const now = ctx.clock.now()
  await tx
    .updateTable('users')
    .set((eb) => ({ registered_again_at: eb.fn.coalesce('registered_again_at', eb.val(now)) }))
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('verification_codes')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'VERIFY_EMAIL')
    .where('expires_at', '>', now)
    .execute()
}
