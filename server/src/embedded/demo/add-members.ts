import { LIVE_CHAINS } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import { hashPassword } from '../../identity/passwords/password.ts'
import { DEMO_ADMIN, DEMO_COLLECTORS, DEMO_CREATORS, type DemoMember } from './catalogue.ts'
import { type DemoClient, openDemoClient, waitUntil } from './demo-client.ts'
import { DEMO_PASSWORD } from './demo-logins.ts'

export type DemoMembers = { admin: DemoClient; creators: DemoClient[]; collectors: DemoClient[] }
const FIRST_PHONE = 94_771_000_000
const CREDIT_USD = 40

/** The people of the demo: verified, with a wallet on every chain and transaction credits. */
export async function addMembers(ctx: Context): Promise<DemoMembers> {
  const everyone = [DEMO_ADMIN, ...DEMO_CREATORS, ...DEMO_COLLECTORS]
  const ids = await Promise.all(everyone.map((member, index) => addMember(ctx, member, `+${FIRST_PHONE + index}`)))
  const [adminId = '', ...memberIds] = ids
  const clients = await Promise.all(memberIds.map((id) => openDemoClient(ctx, id)))
  await Promise.all(clients.map((client) => addWallets(client)))
  await Promise.all(clients.map((client) => addCredits(client)))
  const admin = await openDemoClient(ctx, adminId, 'admin')
  return { admin, creators: clients.slice(0, DEMO_CREATORS.length), collectors: clients.slice(DEMO_CREATORS.length) }
}

async function addMember(ctx: Context, member: DemoMember, phone: string): Promise<string> {
  const now = ctx.clock.now()
  const existing = await ctx.db.selectFrom('users').select('id').where('email', '=', member.email).executeTakeFirst()
  if (existing) return existing.id
  const id = ctx.random.id()
  const row = {
    id,
    email: member.email,
    email_verified_at: now,
    password_hash: await hashPassword(DEMO_PASSWORD),
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

async function addWallets(client: DemoClient): Promise<void> {
  const path = '/api/accounts/cryptos/'
  const wallets: { chain: string; public_address: string | null }[] = await client.call('GET', path)
  for (const chain of LIVE_CHAINS.filter((chain) => !wallets.some((wallet) => wallet.chain === chain))) {
    await client.call('POST', path, { chain })
  }
  await waitUntil('a wallet', async () => {
    const now: typeof wallets = await client.call('GET', path)
    return now.length === LIVE_CHAINS.length && now.every((wallet) => wallet.public_address !== null)
  })
}

async function addCredits(client: DemoClient): Promise<void> {
  const hasCredit = async () => (await client.call('GET', '/api/accounts/credits/')).credit >= CREDIT_USD / 2
  if (await hasCredit()) return
  const paymentId: string = await client.call('PUT', '/api/accounts/credits/', { amount: CREDIT_USD })
  await client.call('POST', `/api/dev/payments/${paymentId}/`, { outcome: 'success' })
  await waitUntil('a top-up', hasCredit)
}
