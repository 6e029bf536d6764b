import { inTransaction } from '../src/db/client.ts'
import type { Context } from '../src/context.ts'
import { openSession } from '../src/identity/sessions/open-session.ts'

/** argon2id of `TEST_PASSWORD` with a small cost: tests pay for hashing only where hashing is what they look at. */
const CHEAP_HASH = '$argon2id$v=19$m=1024,t=1,p=1$cfTG02FroJR+hxPVY2vP4g$TLfWKHZG/EAw0mgskyABbaAZho+SVarql9UeUZ/sEZ0'
export const TEST_PASSWORD = 'secret-pass'

export type Member = {
  id: string
  email: string
  phone: string | null
  password: string
  sessionId: string
  tokens: { access: string; refresh: string }
  /** Headers of a signed-in call. */
  headers: { authorization: string }
}

export type MemberOptions = {
  email?: string
  /** false: the e-mail link was not opened yet. */
  verified?: boolean
  /** false: reg_status PENDING_MOBILE; the session is then a temporary one. */
  hasPhone?: boolean
  isAdmin?: boolean
  isSuspended?: boolean
  /** TEMPORARY: the password was given, the second factor not yet. */
  session?: 'FULL' | 'TEMPORARY'
  /** The second factor was given longer ago than a step-up allows. */
  steppedUp?: boolean
  firstName?: string | null
  lastName?: string | null
  displayName?: string | null
}

let count = 0

/** A member with a phone and an open session, straight in the database; the password is `TEST_PASSWORD`. */
export async function buildMember(t: { ctx: Context }, options: MemberOptions = {}): Promise<Member> {
  const { ctx } = t
  const now = ctx.clock.now()
  const id = ctx.random.id()
  count += 1
  const email = (options.email ?? `member-${id.slice(-12)}@example.test`).toLowerCase()
  const hasPhone = options.hasPhone ?? options.verified ?? true
  const phone = hasPhone ? `+9477${String(1_000_000 + (count % 9_000_000))}` : null
  const opened = await inTransaction(ctx.db, async (tx) => {
    await tx
      .insertInto('users')
      .values({
        id,
        email,
        email_verified_at: options.verified === false ? null : now,
        password_hash: CHEAP_HASH,
        phone,
        phone_verified_at: hasPhone ? now : null,
        first_name: options.firstName === undefined ? `First${count}` : options.firstName,
        last_name: options.lastName === undefined ? `Last${count}` : options.lastName,
        display_name: options.displayName === undefined ? `Member ${count}` : options.displayName,
        is_admin: options.isAdmin ?? false,
        status: options.isSuspended ? 'SUSPENDED' : 'ACTIVE',
        created_at: now,
        updated_at: now,
      })
      .execute()
    const kind = options.session ?? (hasPhone ? 'FULL' : 'TEMPORARY')
    const session = await openSession(ctx, tx, {
      userId: id,
      kind,
      device: { userAgent: 'test', address: '127.0.0.1' },
    })
    if (options.steppedUp === false) {
      await tx.updateTable('sessions').set({ second_factor_at: null }).where('id', '=', session.sessionId).execute()
    }
    return session
  })
  const headers = { authorization: `Bearer ${opened.tokens.access}` }
  return { id, email, phone, password: TEST_PASSWORD, sessionId: opened.sessionId, tokens: opened.tokens, headers }
}

/** A member who is an admin. */
export const buildAdmin = (t: { ctx: Context }, options: MemberOptions = {}): Promise<Member> =>
  buildMember(t, { ...options, isAdmin: true })
