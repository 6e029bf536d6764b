import type { Context } from '../../context.ts'
import { hashPassword } from '../../identity/passwords/password.ts'
import { DEMO_ADMIN, DEMO_COLLECTORS, DEMO_CREATORS, type DemoMember } from './catalogue.ts'
import { type DemoClient, openDemoClient } from './demo-client.ts'
import { DEMO_PASSWORD } from './demo-logins.ts'

export type DemoMembers = { admin: DemoClient; creators: DemoClient[]; collectors: DemoClient[] }
const FIRST_PHONE = 94_771_000_000

/** The people of the demo, verified. */
export async function addMembers(ctx: Context): Promise<DemoMembers> {
  const everyone = [DEMO_ADMIN, ...DEMO_CREATORS, ...DEMO_COLLECTORS]
  // They have one password, which is published: a hash of their own each would be nothing but nine times the work.
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const add = (member: DemoMember, index: number) =>
    addMember(ctx, member, { phone: `+${FIRST_PHONE + index}`, passwordHash })
  const ids = await Promise.all(everyone.map(add))
  const [adminId = '', ...memberIds] = ids
  const clients = await Promise.all(memberIds.map((id) => openDemoClient(ctx, id)))
  const admin = await openDemoClient(ctx, adminId, 'admin')
  return { admin, creators: clients.slice(0, DEMO_CREATORS.length), collectors: clients.slice(DEMO_CREATORS.length) }
}

type Access = { phone: string; passwordHash: string }

async function addMember(ctx: Context, member: DemoMember, { phone, passwordHash }: Access): Promise<string> {
  const now = ctx.clock.now()
  const existing = await ctx.db.selectFrom('users').select('id').where('email', '=', member.email).executeTakeFirst()
  if (existing) return existing.id
  const id = ctx.random.id()
  const row = {
    id,
    email: member.email,
    email_verified_at: now,
    password_hash: passwordHash,
    phone,
    phone_verified_at: now,
    first_name: member.firstName,
    last_name: member.lastName,
    display_name: member.displayName,
    occupation: member.occupation,
    bio: member.bio || null,
    is_admin: member.isAdmin ?? false,
    created_at: now,
    updated_at: now,
  }
  await ctx.db.insertInto('users').values(row).execute()
  return id
}
