import { inTransaction } from '../src/db/client.ts'
import { openSession } from '../src/identity/sessions/open-session.ts'
import { buildMember, type Member } from './build-member.ts'
import { buildFile, buildListing, buildNft } from './build-nft.ts'
import { topup } from './build-listed-nft.ts'
import { buildWallet } from './build-wallet.ts'
import { giveCredits, giveEarnings } from './give-credits.ts'
import type { TestApp } from './test-app.ts'

const DEVICE = { userAgent: 'test', address: '127.0.0.1' }
const BANK = { holder: 'Ann Lee', country: 'US', currency: 'USD', account_number: '00012345678', bank_name: 'Bank' }

/** The ids of what one member has: a row of every kind that an address of the API can name. */
export type Belongings = {
  member: string
  /** Another member, whom this one may follow. */
  stranger: string
  session: string
  factor: string
  /** An authenticator app that was begun and not confirmed. */
  newFactor: string
  /** For sale, and one of the member's favourites. */
  nft: string
  failedNft: string
  takenDownNft: string
  wallet: string
  file: string
  payment: string
  /** A payment that came to its end. */
  paid: string
  payout: string
  bankAccount: string
}

export async function buildBelongings(t: TestApp, member: Member): Promise<Belongings> {
  return {
    member: member.id,
    stranger: (await buildMember(t)).id,
    session: await openSessionOf(t, member, 'FULL').then(({ sessionId }) => sessionId),
    ...(await buildFactors(t, member)),
    ...(await buildNfts(t, member)),
    ...(await buildMoney(t, member)),
  }
}

/** The token of a member who has given the password and not yet the code. */
export const temporaryTokenOf = async (t: TestApp, member: Member): Promise<string> =>
  (await openSessionOf(t, member, 'TEMPORARY')).tokens.access

const openSessionOf = (t: TestApp, { id: userId }: Member, kind: 'FULL' | 'TEMPORARY') =>
  inTransaction(t.ctx.db, (tx) => openSession(t.ctx, tx, { userId, kind, device: DEVICE }))

async function buildFactors(t: TestApp, { id: user_id }: Member) {
  const now = t.clock.now()
  const [factor, newFactor] = [t.ctx.random.id(), t.ctx.random.id()]
  const common = { user_id, name: 'Authenticator app', secret: Buffer.from('x'), created_at: now }
  await t.ctx.db
    .insertInto('factors')
    .values([
      { ...common, id: factor, kind: 'TOTP', confirmed_at: now },
      { ...common, id: newFactor, kind: 'TOTP', confirmed_at: null },
    ])
    .execute()
  return { factor, newFactor }
}

async function buildNfts(t: TestApp, member: Member) {
  await buildWallet(t, { userId: member.id })
  const nft = await buildNft(t, { creator: member })
  await buildListing(t, { nft })
  const failedNft = await buildNft(t, { creator: member, minted: 'FAILED' })
  const takenDownNft = await buildNft(t, { creator: member, isTakenDown: true })
  const bookmark = { user_id: member.id, nft_id: nft.id, created_at: t.clock.now() }
  await t.ctx.db.insertInto('favourites').values(bookmark).execute()
  return {
    nft: nft.id,
    failedNft: failedNft.id,
    takenDownNft: takenDownNft.id,
    wallet: (await buildWallet(t, { userId: member.id, chain: 'ETH', isPending: true })).id,
    file: (await buildFile(t, { ownerId: member.id })).id,
  }
}

async function buildMoney(t: TestApp, member: Member) {
  const { access: token } = member.tokens
  await giveCredits(t, { userId: member.id })
  await giveEarnings(t, { userId: member.id })
  const paid = await topup(t, member, 5)
  const end = { status: 'SUCCESS' as const, captured_at: t.clock.now(), due_at: null }
  await t.ctx.db.updateTable('payments').set(end).where('id', '=', paid).execute()
  const bankAccount = await t.call('POST', '/api/accounts/fiats/', { token, body: BANK })
  const payout = await t.call('POST', '/api/payouts/', { token, body: { amount: 20 } })
  return {
    payment: await topup(t, member, 10),
    paid,
    payout: payout.body.data.id as string,
    bankAccount: bankAccount.body.data.id as string,
  }
}
