import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildMediaApp } from '../../src/media/serving/media-app.ts'
import type { App } from '../../src/http/app-type.ts'
import { buildAdmin, buildMember, type Member } from '../build-member.ts'
import { buildFile, buildNft, samplePng } from '../build-nft.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
let media: App
let admin: Member
beforeAll(async () => {
  media = await buildMediaApp(t.ctx)
  admin = await buildAdmin(t)
})
afterAll(() => media.close())

let colors = 0
const newBytes = () => samplePng(`rgb(${++colors}, 90, 10)`)
type Copy = { id: string; key: string; cid: string | null }

/** An NFT with a file of its own that has these bytes. */
async function mint(creator: Member, bytes: Buffer, { approved = true, as = 'file_id' } = {}): Promise<Copy> {
  const nft = await buildNft(t, { creator, approved })
  const file = await buildFile(t, { ownerId: creator.id, bytes })
  await t.ctx.db
    .updateTable('nfts')
    .set({ [as]: file.id })
    .where('id', '=', nft.id)
    .execute()
  t.clock.advance(1_000)
  return { id: nft.id, key: file.storage_key, cid: file.cid }
}

const as = () => ({ site: 'admin', token: admin.tokens.access }) as const
const decide = (copy: Copy, body: object) => t.call('PUT', `/api/admin/nfts/${copy.id}/`, { ...as(), body })
const takeDown = (copy: Copy) => decide(copy, { taken_down: true, reason: 'Copied' })
const statusOf = async (url: string) => (await media.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })).statusCode
const served = async ({ key, cid }: Copy) => [await statusOf(`/files/${key}`), await statusOf(`/ipfs/${cid}`)]
const read = async (copy: Copy) => (await t.call('GET', `/api/nfts/${copy.id}/`)).body.data
const fileStatusOf = async (copy: Copy) => statusOf((await read(copy)).file_url)
const queued = async (): Promise<string[]> =>
  (await t.call('GET', '/api/admin/moderation/?limit=100', as())).body.data.map(
    (item: { nft: { id: string } }) => item.nft.id,
  )

it('a takedown of one of a member’s copies withholds the others too, older and younger ones', async () => {
  const [creator, bytes] = [await buildMember(t), await newBytes()]
  const [first, second, third] = [
    await mint(creator, bytes),
    await mint(creator, bytes),
    await mint(creator, bytes, { as: 'thumbnail_file_id' }),
  ]
  await takeDown(second)
  for (const copy of [first, second, third]) expect(await served(copy)).toEqual([410, 410])
  expect(await fileStatusOf(first)).toBe(410)
  expect(await statusOf((await read(third)).thumbnail_url)).toBe(410)
  for (const copy of [first, third]) expect(await read(copy)).toMatchObject({ approved: false, taken_down: false })
  expect(await queued()).toEqual(expect.arrayContaining([first.id, third.id]))
  const lines = t.ctx.db.selectFrom('audit_log').select(['action', 'actor_id']).where('subject_id', '=', first.id)
  expect(await lines.execute()).toEqual([{ action: 'nft.requeued', actor_id: admin.id }])
})

it('a copy that a chargeback has frozen meanwhile waits for a person too', async () => {
  const [creator, bytes] = [await buildMember(t), await newBytes()]
  const [frozen, second] = [await mint(creator, bytes), await mint(creator, bytes)]
  const set = (taken_down_at: Date | null) =>
    t.ctx.db.updateTable('nfts').set({ taken_down_at }).where('id', '=', frozen.id).execute()
  await set(t.clock.now())
  await takeDown(second)
  await set(null)
  expect(await read(frozen)).toMatchObject({ approved: false, taken_down: false })
  expect(await fileStatusOf(frozen)).toBe(410)
})

it('a person who approves one of them shows that one, and a takedown told twice takes it back no more', async () => {
  const [creator, bytes] = [await buildMember(t), await newBytes()]
  const [first, second, third] = [
    await mint(creator, bytes),
    await mint(creator, bytes),
    await mint(creator, bytes, { approved: false }),
  ]
  await takeDown(second)
  await decide(first, { approved: true })
  await takeDown(second)
  expect(await served(first)).toEqual([200, 200])
  expect(await fileStatusOf(first)).toBe(200)
  expect(await fileStatusOf(third)).toBe(410)
})

it('other members’ older files of the same bytes stay, and other works of the member', async () => {
  const [creator, other, bytes] = [await buildMember(t), await buildMember(t), await newBytes()]
  const original = await mint(other, bytes)
  const [copy, different] = [await mint(creator, bytes), await mint(creator, await newBytes())]
  await takeDown(copy)
  for (const { id } of [original, different]) expect(await queued()).not.toContain(id)
  for (const one of [original, different]) expect(await fileStatusOf(one)).toBe(200)
})

it('a buyer who takes the money of one copy back does not take the others from the site', async () => {
  const [creator, bytes] = [await buildMember(t), await newBytes()]
  const [first, second] = [await mint(creator, bytes, { approved: false }), await mint(creator, bytes)]
  // As a chargeback does it.
  await t.ctx.db.updateTable('nfts').set({ taken_down_at: t.clock.now() }).where('id', '=', second.id).execute()
  t.clock.advance(1_000)
  const [third, others] = [
    await mint(creator, bytes, { approved: false }),
    await mint(await buildMember(t), bytes, { approved: false }),
  ]
  for (const copy of [first, third, others]) expect(await fileStatusOf(copy)).toBe(200)
  await takeDown(second)
  for (const copy of [first, third]) expect(await fileStatusOf(copy)).toBe(410)
})
