import { EVENT_SCHEMAS, type EventType } from '@verso/protocol/events'
import { describe, expect, test } from 'vitest'
import { bindConsumers } from '../src/bind-consumers.ts'
import { CONSUMERS } from '../src/consumers.ts'
import { buildAdmin, buildMember, type Member } from './build-member.ts'
import { buildNft } from './build-nft.ts'
import { buildBuyer, buildListedNft, decide, reserve, topup } from './build-listed-nft.ts'
import { buildCollector, buildMint } from './build-token.ts'
import { giveEarnings } from './give-credits.ts'
import { useTestApp } from './test-app.ts'

const t = useTestApp()

const rows = () => t.ctx.db.selectFrom('events').selectAll().orderBy('recorded_at').orderBy('id').execute()

/** The types of the events that `work` brings about, in the order in which they were recorded. */
async function typesOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = new Set((await rows()).map(({ id }) => id))
  await work()
  await t.runJobs()
  return (await rows()).filter(({ id }) => !before.has(id)).map(({ type }) => type)
}
const put = (member: Member, path: string, body: object, site?: 'admin') =>
  t.call('PUT', path, { token: member.tokens.access, body, ...(site && { site }) })
const mailsTo = async ({ email }: Member) =>
  (await t.ctx.db.selectFrom('messages').select('subject').where('recipient', '=', email).execute()).map(
    ({ subject }) => subject,
  )

test('each consumer that is declared is bound, and nothing else', () => {
  expect(bindConsumers(t.ctx).map(({ name }) => name)).toEqual(CONSUMERS.map(({ name }) => name))
  for (const { types } of CONSUMERS) expect(Object.keys(EVENT_SCHEMAS)).toEqual(expect.arrayContaining([...types]))
})

describe('what happens is recorded at its cause', () => {
  test('a work is minted, listed, reserved, let go, bought and sold', async () => {
    const seller = await buildCollector(t)
    const buyer = await buildBuyer(t)
    let nft = { id: '' }
    expect(await typesOf(async () => (nft = await buildMint(t, { creator: seller })))).toEqual(['nft.minted'])
    const path = `/api/nfts/${nft.id}/`
    expect(await typesOf(() => put(seller, path, { price: 25, listing: true }))).toEqual(['nft.listed'])
    let paymentId = ''
    expect(await typesOf(async () => (paymentId = await reserve(t, buyer, nft)))).toEqual(['order.reserved'])
    const cancel = () => t.call('POST', `/api/payments/${paymentId}/cancel/`, { token: buyer.tokens.access })
    expect(await typesOf(cancel)).toEqual(['order.ended'])
    const pay = async () => void (await decide(t, await reserve(t, buyer, nft), 'success'))
    const types = await typesOf(pay)
    expect(types.slice(0, 2)).toEqual(['order.reserved', 'order.paid'])
    expect(types.slice(2).toSorted()).toEqual(['earnings.released', 'nft.sold', 'order.delivered'])
    expect(await mailsTo(seller)).toEqual([expect.stringContaining('You sold')])
    expect(await mailsTo(buyer)).toEqual([expect.stringContaining('Your receipt for')])
  })

  test('a listing that the seller takes back, and one that runs out', async () => {
    const { seller, nft } = await buildListedNft(t)
    expect(await typesOf(() => put(seller, `/api/nfts/${nft.id}/`, { listing: false }))).toEqual(['nft.unlisted'])
    const other = await buildListedNft(t)
    const end = t.ctx.db.updateTable('listings').set({ expires_at: t.clock.now() }).where('id', '=', other.listing.id)
    expect(await typesOf(() => end.execute())).toEqual(['nft.unlisted'])
    const causes = (await rows()).filter(({ type }) => type === 'nft.unlisted').map(({ data }) => data)
    expect(causes).toMatchObject([{ cause: 'unlisted' }, { cause: 'expired' }])
  })

  test('what operators decide on works and payouts, with the line of the audit log', async () => {
    const [creator, admin] = [await buildMember(t), await buildAdmin(t)]
    const nft = await buildNft(t, { owner: creator, approved: false })
    const decideNft = (body: object) => put(admin, `/api/admin/nfts/${nft.id}/`, body, 'admin')
    expect(await typesOf(() => decideNft({ approved: true }))).toEqual(['nft.approved'])
    expect(await typesOf(() => decideNft({ taken_down: true, reason: 'A copy' }))).toEqual(['nft.taken_down'])
    await giveEarnings(t, { userId: creator.id, amountCents: 10_000 })
    const ask = () => t.call('POST', '/api/payouts/', { token: creator.tokens.access, body: { amount: 10 } })
    expect(await typesOf(ask)).toEqual(['payout.requested'])
    const payout = await t.ctx.db
      .selectFrom('payouts')
      .select('id')
      .where('user_id', '=', creator.id)
      .executeTakeFirst()
    const reject = () =>
      put(admin, `/api/admin/payouts/${payout?.id}/`, { status: 'REJECTED', reason: 'Another name' }, 'admin')
    expect(await typesOf(reject)).toEqual(['payout.rejected'])
    const lines = t.ctx.db.selectFrom('audit_log').select(['action', 'before', 'after', 'request_id', 'subject_id'])
    expect(await lines.where('actor_id', '=', admin.id).orderBy('id').execute()).toEqual([
      expect.objectContaining({ action: 'nft.approved', subject_id: nft.id }),
      expect.objectContaining({
        action: 'nft.taken_down',
        after: { approval: 'APPROVED', taken_down: true, reason: 'A copy' },
      }),
      {
        action: 'payout.decide',
        before: { status: 'REQUESTED', reason: null, reference: null },
        after: { status: 'REJECTED', reason: 'Another name', reference: null },
        request_id: expect.any(String),
        subject_id: payout?.id,
      },
    ])
  })

  test('what members do, once', async () => {
    const [member, followed] = [await buildMember(t), await buildMember(t)]
    const follow = () => put(member, `/api/users/${followed.id}/follow/`, {})
    expect(await typesOf(follow)).toEqual(['follow.created'])
    expect(await typesOf(follow)).toEqual([])
    const pay = async () => void (await decide(t, await topup(t, member, 20), 'success'))
    expect(await typesOf(pay)).toEqual(['topup.completed'])
    const body = { current: member.password, new_password: 'another-secret-pass' }
    const change = () => t.call('POST', '/api/auth/password/', { token: member.tokens.access, body })
    expect(await typesOf(change)).toEqual(['security.password_changed'])
  })
})

test('no event holds an address, a phone, a name or a device', async () => {
  const users = await t.ctx.db.selectFrom('users').selectAll().execute()
  const personal = users
    .flatMap((user) => [user.email, user.phone, user.first_name, user.last_name, user.display_name])
    .filter((text): text is string => text !== null && text !== '')
  const all = await rows()
  expect(new Set(all.map(({ type }) => type as EventType)).size).toBeGreaterThan(10)
  for (const { type, subjects, data } of all) {
    const text = JSON.stringify([subjects, data])
    const shown = personal.filter((part) => text.includes(JSON.stringify(part)))
    expect({ type, shown }).toEqual({ type, shown: [] })
    expect(text).not.toMatch(/@|127\.0\.0\.1|Mozilla/)
  }
})
