import { expect, it } from 'vitest'
import { buildAdmin, buildMember } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
type Chosen = { nfts: string[]; users: string[] }
const idsOf = ({ nfts, users }: { nfts: { id: string }[]; users: { id: string }[] }): Chosen => ({
  nfts: nfts.map(({ id }) => id),
  users: users.map(({ id }) => id),
})
const front = async () => idsOf((await t.call('GET', '/api/featured/')).body.data)
const readChosen = async () =>
  (await t.call('GET', '/api/admin/featured/', { site: 'admin', token: (await buildAdmin(t)).tokens.access })).body.data
const choose = async (body: Partial<Chosen> & { updated_at?: string | null }) =>
  t.call('PUT', '/api/admin/featured/', { site: 'admin', token: (await buildAdmin(t)).tokens.access, body })

it('the front shows the newest works that were sold, with their artists, until an operator chooses', async () => {
  const [artist, other] = [await buildMember(t), await buildMember(t)]
  const sold = await buildNft(t, { creator: artist })
  await buildListing(t, { nft: sold, seller: artist, buyer: other, status: 'SOLD' })
  const unsold = await buildNft(t, { creator: other })
  expect(await front()).toEqual({ nfts: [sold.id], users: [artist.id] })
  expect((await readChosen()).updated_at).toBeNull()
  const first = { nfts: [unsold.id], users: [], updated_at: null }
  expect((await Promise.all([choose(first), choose(first)])).map(({ status }) => status).toSorted()).toEqual([200, 409])

  expect((await choose({ nfts: [unsold.id, sold.id], users: [other.id] })).status).toBe(200)
  expect(await front()).toEqual({ nfts: [unsold.id, sold.id], users: [other.id] })

  expect((await choose({ nfts: [], users: [other.id] })).status).toBe(200)
  expect(await front()).toEqual({ nfts: [sold.id], users: [other.id] })
})

it('a choice is in the audit log', async () => {
  const nft = await buildNft(t)
  await choose({ nfts: [nft.id], users: [] })
  const { before, after } = (await t.ctx.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'settings.change')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()) as { before: { featured: object }; after: { featured: object } }
  expect(before.featured).not.toEqual(after.featured)
  expect(after.featured).toEqual({ nftIds: [nft.id], userIds: [] })
})

it('what was taken down and who was suspended leave the front', async () => {
  const [kept, removed] = [await buildNft(t), await buildNft(t)]
  const [active, suspended] = [await buildMember(t), await buildMember(t)]
  await choose({ nfts: [removed.id, kept.id], users: [suspended.id, active.id] })
  await t.ctx.db.updateTable('nfts').set({ taken_down_at: t.ctx.clock.now() }).where('id', '=', removed.id).execute()
  await t.ctx.db.updateTable('users').set({ status: 'SUSPENDED' }).where('id', '=', suspended.id).execute()
  expect(await front()).toEqual({ nfts: [kept.id], users: [active.id] })
})

it('what cannot be shown now stays chosen: an admin reads it, saves it with the rest, and it comes back', async () => {
  const [kept, removed] = [await buildNft(t), await buildNft(t)]
  const [active, suspended] = [await buildMember(t), await buildMember(t)]
  const all = { nfts: [removed.id, kept.id], users: [suspended.id, active.id] }
  await choose(all)
  const change = async (takenDownAt: Date | null, status: 'ACTIVE' | 'SUSPENDED') => {
    await t.ctx.db.updateTable('nfts').set({ taken_down_at: takenDownAt }).where('id', '=', removed.id).execute()
    await t.ctx.db.updateTable('users').set({ status }).where('id', '=', suspended.id).execute()
  }
  await change(t.ctx.clock.now(), 'SUSPENDED')
  const chosen = await readChosen()
  expect(idsOf(chosen)).toEqual(all)
  expect(chosen.not_shown).toEqual([removed.id, suspended.id])
  expect((await choose({ ...idsOf(chosen), updated_at: chosen.updated_at })).status).toBe(200)
  await change(null, 'ACTIVE')
  expect(await front()).toEqual(all)
})

it('of two admins who save the same page one is told that the other has', async () => {
  const nfts = [await buildNft(t), await buildNft(t)].map(({ id }) => id)
  t.clock.advance(1_000)
  const { updated_at } = await readChosen()
  t.clock.advance(1_000)
  const answers = await Promise.all(nfts.map((id) => choose({ nfts: [id], users: [], updated_at })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.errors).toEqual([
    'Another admin has changed the front since it was shown. Look at it again, then save.',
  ])
  const saved = answers.findIndex(({ status }) => status === 200)
  expect((await front()).nfts).toEqual([nfts[saved]])
})

it('an NFT or member that is not public cannot be chosen, nor too many, nor one twice', async () => {
  const waiting = await buildNft(t, { approved: false })
  const unverified = await buildMember(t)
  await t.ctx.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', unverified.id).execute()
  const nft = await buildNft(t)
  const refusals: [Partial<Chosen>, string][] = [
    [{ nfts: [waiting.id], users: [] }, 'nfts'],
    [{ nfts: [], users: [unverified.id] }, 'users'],
    [{ nfts: [nft.id, nft.id], users: [] }, 'nfts'],
    [{ nfts: ['not an id'], users: [] }, 'nfts'],
    [{ nfts: [] }, 'users'],
  ]
  for (const [body, field] of refusals) {
    const { status, body: answer } = await choose(body)
    expect([status, Object.keys(answer.errors[0])[0]]).toEqual([400, expect.stringMatching(new RegExp(`^${field}`))])
  }
})
